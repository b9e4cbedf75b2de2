import { readJsonText } from './json-text';

test('reads what JSON.parse reads, a byte order mark too', () => {
  expect(readJsonText('\uFEFF {"a":[1,-2.5e3,"\\u00e9",null,true,{}]}\n')).toEqual({
    value: { a: [1, -2500, 'é', null, true, {}] },
  });
});

const broken: readonly [string, number, number, string][] = [
  ['', 1, 1, 'expected a value, got the end of the file'],
  ['{', 1, 2, 'expected a key in double quotes, got the end of the file'],
  ['{ "port": }', 1, 11, 'expected a value, got "}"'],
  ['{\n  "a": 1,\n}', 3, 1, 'expected a key in double quotes, got "}"'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected "," or "}", got "\\""'],
  ["{ 'a': 1 }", 1, 3, 'expected a key in double quotes, got "\'"'],
  ['{ "a" 1 }', 1, 7, 'expected ":", got "1"'],
  ['[1, 2', 1, 6, 'expected "," or "]", got the end of the file'],
  ['[1] x', 1, 5, 'expected the end of the file, got "x"'],
  ['{ "a": undefined }', 1, 8, 'expected a value, got "u"'],
  ['// note\n{}', 1, 1, 'expected a value, got "/"'],
  ['["a\nb"]', 1, 2, 'expected the string to end, without line breaks, got "\\""'],
  ['{ "a": 1,\n  "b": { "c": 1, "c": 2 } }', 2, 18, 'the key "c" is given twice'],
];
test.each(broken)('says where %j is broken', (text, line, column, message) => {
  expect(readJsonText(text)).toEqual({ mistake: { line, column, message } });
});
