/** What is shared of a deal of the day: how it went, and nothing of the cards. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { speak } from '../../src/rheinlaender/web/js/words.js';
import { timeWords } from '../../src/rheinlaender/web/js/today/dates.js';
import { linesOf } from '../../src/rheinlaender/web/js/today/lines.js';
import { leadWords, shareText } from '../../src/rheinlaender/web/js/today/told.js';

const RESULT = {
  place: 2,
  name: 'Anna',
  is_you: true,
  coins: 61,
  lead: -4,
  rank: 2,
  line: [0, 3, 61],
  marks: '++=--+++',
  why_not: null,
  table: null,
};
const DAY = /** @type {any} */ ({ date: '2026-01-31', ranked: 7, results: [RESULT], archbishop: null });

/** @param {string} language */
async function learn(language) {
  const text = await readFile(new URL(`../../src/rheinlaender/i18n/${language}.json`, import.meta.url), 'utf8');
  speak(language, JSON.parse(text));
}

test('a result is shared as four lines in every language', async () => {
  for (const [language, place] of [
    ['en', 'Place 2 of 7'],
    ['de', 'Platz 2 von 7'],
    ['nl', 'Plaats 2 van 7'],
    ['hu', '2. hely 7 közül'],
  ]) {
    await learn(language);
    const lines = shareText(DAY, /** @type {any} */ (RESULT), 'https://rhine.example').split('\n');
    assert.equal(lines.length, 4);
    assert.match(lines[0], /^Rheinländer · /);
    assert.match(lines[1], /^🟩🟩🟨🟥🟥🟩🟩🟩 −4$/u);
    assert.deepEqual(lines.slice(2), [place, 'https://rhine.example/today/2026-01-31']);
  }
});

test('without a place none is told', async () => {
  await learn('en');
  const text = shareText(DAY, /** @type {any} */ ({ ...RESULT, place: null }), 'https://rhine.example');
  assert.equal(text.split('\n').length, 3);
});

test('leads and times are told in words', async () => {
  await learn('en');
  assert.equal(leadWords(1), '1 coin more than the best opponent');
  assert.equal(leadWords(-2), '2 coins less than the best opponent');
  assert.equal(leadWords(0), 'As many coins as the best opponent');
  assert.equal(timeWords(61 * 60_000), '1 hour 1 minute');
  assert.equal(timeWords(20_000), '1 minute');
});

test('one’s own line is drawn last', async () => {
  await learn('en');
  const other = { ...RESULT, is_you: false, name: '' };
  const lines = linesOf(/** @type {any} */ ({ ...DAY, results: [RESULT, other], archbishop: other }));
  assert.deepEqual(
    lines.map(({ kind, name }) => `${kind} ${name}`),
    ['other Guest', 'archbishop Archbishop', 'you You'],
  );
});
