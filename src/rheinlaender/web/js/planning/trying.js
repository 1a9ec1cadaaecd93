/** Trying moves in a position, of the rule book or of a review: the server says what they would do, or why not. */

import { ask } from '../api.js';
import { computed, signal } from '../lib.js';
import { Planning } from './planning.js';

/** @typedef {import('../protocol.js').Preview} Preview */

export class Trying extends Planning {
  #opening;
  answer = computed(() => this.preview.value ?? this.#opening.value);
  view = computed(() => this.answer.value?.view ?? null);
  hand = computed(() => this.#opening.value?.view.hand ?? []);
  isDone = computed(() => this.answer.value?.is_complete ?? false);
  isBuilding = computed(() => this.isBastion.value && !this.isDone.value);
  targets = computed(
    () =>
      new Set(
        this.planned.value
          ? []
          : this.legal.value.flatMap(({ card, field }) => (card === this.card.value && field ? [field] : [])),
      ),
  );

  /**
   * Opens a position for trying one turn in it.
   * @param {string} position in notation
   * @param {string[]} played the moves that lead from it to where one tries
   */
  constructor(position, played) {
    const opening = signal(/** @type {Preview|null} */ (null));
    super({
      view: computed(() => opening.value?.view ?? null),
      isBastionAsked: true,
      foresee: (moves, attempt) => ask('POST', '/api/rules/try', { body: { position, played, moves, attempt } }),
    });
    this.#opening = opening;
    this.answering = this.consult(
      () => this.place.foresee([]),
      (answer) => {
        opening.value = answer;
        this.begin();
      },
    );
  }
}
