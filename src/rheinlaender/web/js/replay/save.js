/** Saving what a replay shows: the record, the board as SVG or PNG, the link to a turn. */

import { ask } from '../api.js';
import { language } from '../words.js';

const PNG_WIDTH = 3000;

/**
 * The record of a table's game as text.
 * @param {string} table
 * @param {string} seat
 * @param {string|null} secret
 * @returns {Promise<string>}
 */
export function fetchRecord(table, seat, secret) {
  return ask('GET', `/api/tables/${table}/record?seat=${encodeURIComponent(seat)}`, { secret, text: true });
}

/**
 * The board of a turn as the text of an SVG.
 * @param {string} table
 * @param {number} turn
 * @param {string} seat
 * @param {string|null} secret
 * @returns {Promise<string>}
 */
export function fetchBoard(table, turn, seat, secret) {
  const query = `turn=${turn}&seat=${encodeURIComponent(seat)}&language=${language.value}`;
  return ask('GET', `/api/tables/${table}/board.svg?${query}`, { secret, text: true });
}

/**
 * An SVG drawn as a PNG.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function drawPng(svg) {
  const picture = await loadPicture(svg);
  const canvas = document.createElement('canvas');
  canvas.width = PNG_WIDTH;
  canvas.height = Math.round((PNG_WIDTH * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * @param {string} svg
 * @returns {Promise<HTMLImageElement>}
 */
async function loadPicture(svg) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}
