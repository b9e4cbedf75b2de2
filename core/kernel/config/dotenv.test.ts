import type { Mistake } from '../errors/startup-error';
import { parseDotenv } from './dotenv';

const parse = (text: string) => {
  const mistakes: Mistake[] = [];
  return { values: parseDotenv(text, '.env', mistakes), mistakes };
};

describe('a .env file', () => {
  const cases: readonly [string, string, Record<string, string>][] = [
    ['a value', 'A=1', { A: '1' }],
    ['spaces around', ' A = b c  ', { A: 'b c' }],
    ['an empty value', 'A=', { A: '' }],
    ['export', 'export A=1', { A: '1' }],
    ['comments', '# x\nA=1 # one\n\n#B=2', { A: '1' }],
    ['a # inside a value', 'A=b#c', { A: 'b#c' }],
    ['double quotes', 'A="b # c"', { A: 'b # c' }],
    ['escapes in double quotes', 'A="b\\nc\\"d"', { A: 'b\nc"d' }],
    ['single quotes, literally', "A='b\\nc'", { A: 'b\\nc' }],
    ['several lines in quotes', 'A="b\nc"\nD=e', { A: 'b\nc', D: 'e' }],
    ['an = in a value', 'A=b=c', { A: 'b=c' }],
    ['the last of two', 'A=1\nA=2', { A: '2' }],
    ['Windows line ends', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ];
  it.each(cases)('reads %s', (_what, text, values) => {
    expect(parse(text)).toEqual({ values, mistakes: [] });
  });

  it.each([
    ['a line without =', 'A=1\nnonsense\nB=2', 'line 2'],
    ['a name that starts with a digit', '1A=2', 'line 1'],
    ['a quote that never ends', 'A="b', 'line 1'],
  ])('names %s', (_what, text, at) => {
    expect(parse(text).mistakes).toEqual([expect.objectContaining({ where: '.env', at })]);
  });
});
