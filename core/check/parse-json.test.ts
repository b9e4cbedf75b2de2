import { parseJson } from './parse-json';

describe('parseJson', () => {
  it('reads what JSON.parse reads, a byte order mark too', () => {
    expect(parseJson('\uFEFF{"a":[1,-2.5e3,"\\u00e9",null,true]}')).toEqual({
      a: [1, -2500, 'é', null, true],
    });
  });

  const broken: readonly [string, number, number, string][] = [
    ['', 1, 1, 'it ends too early'],
    ['{', 1, 2, 'it ends too early'],
    ['{ "port": }', 1, 11, 'unexpected "}"'],
    ['{\n  "a": 1,\n}', 3, 1, 'unexpected "}"'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'unexpected "\\""'],
    ["{ 'a': 1 }", 1, 3, 'unexpected "\'"'],
    ['[1, 2', 1, 6, 'it ends too early'],
    ['[1] x', 1, 5, 'unexpected "x"'],
    ['{ "a": undefined }', 1, 8, 'unexpected "u"'],
    ['// note\n{}', 1, 1, 'unexpected "/"'],
  ];
  it.each(broken)('says where %j is broken', (text, line, column, found) => {
    expect(() => parseJson(text)).toThrow(`not valid JSON at line ${line}, column ${column}: ${found}`);
  });
});
