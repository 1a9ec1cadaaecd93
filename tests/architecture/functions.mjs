/** Lists every function of some modules with its lines, as JSON: node functions.mjs FILE... */

import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** @param {string} path */
function functionsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const lineOf = (/** @type {number} */ place) => source.getLineAndCharacterOfPosition(place).line;
  const found = /** @type {{path: string, name: string, line: number, lines: number}[]} */ ([]);
  /** @param {import('typescript').Node} node */
  function visit(node) {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineOf(node.getStart());
      const name = node.name?.getText() ?? 'a function';
      found.push({ path, name, line: first + 1, lines: lineOf(node.end) - first + 1 });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

console.log(JSON.stringify(process.argv.slice(2).flatMap(functionsOf)));
