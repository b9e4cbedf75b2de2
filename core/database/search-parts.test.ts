// The parts of a value are in every text that contains it: for each letter of Unicode with two cases, in FTS5.
import Handle from 'better-sqlite3';
import { foldCase } from './dialect';
import { searchParts } from './search-parts';

it.each([
  ['Kelvin', ['kel', 'elv', 'lvi', 'vin']],
  ['ab cd', []],
  ["l'été 24", ['été']],
  ['100%_a\\"', ['100']],
  ['Taxi', ['tax']],
  ['abi\u0307cde', ['cde']],
  ['abİcde', ['cde']],
  ['ააააა', []],
  ['日本語', ['日本語']],
  ['😀😀😀', []],
  ['\ud83d\ud83dabc', ['abc']],
])('%s', (value, parts) => {
  expect(searchParts(value)).toEqual(parts);
});

it('has at most 32', () => {
  expect(searchParts(Array.from({ length: 1000 }, (_, at) => at).join('')).length).toBe(32);
});

it('finds every letter with two cases where the value has it', () => {
  const handle = new Handle(':memory:');
  handle.exec(
    "CREATE VIRTUAL TABLE found USING fts5(t, content='', contentless_delete=1, tokenize='trigram', detail='none')",
  );
  const insert = handle.prepare('INSERT INTO found (rowid, t) VALUES (?, ?)');
  const letters: string[] = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const letter = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    if (foldCase(letter) !== letter || letter.toUpperCase() !== letter) letters.push(letter);
  }
  const find = handle.prepare('SELECT 1 FROM found WHERE found MATCH ? AND rowid = ?');
  let asked = 0;
  const lost: string[] = [];
  handle.transaction(() => {
    for (const letter of letters) insert.run(letter.codePointAt(0), `ab${letter}cd`);
    for (const letter of letters) {
      const folded = [...foldCase(`ab${letter}cd`)];
      for (let from = 0; from < folded.length; from += 1)
        for (let to = from + 3; to <= folded.length; to += 1)
          for (const part of searchParts(folded.slice(from, to).join(''))) {
            asked += 1;
            if (!find.get(`"${part}"`, letter.codePointAt(0))) lost.push(`${letter} ${part}`);
          }
    }
  })();
  handle.close();
  expect(lost).toEqual([]);
  expect(asked).toBeGreaterThan(10_000);
});
