/** Learning the game: the list of lessons, or one of them. */

import { html } from '../lib.js';
import { LessonList } from './contents.js';
import { LessonPage } from './lesson.js';

/**
 * @param {{id: string|null}} properties
 */
export function LearnPage({ id }) {
  return id === null ? html`<${LessonList} />` : html`<${LessonPage} name=${id} />`;
}
