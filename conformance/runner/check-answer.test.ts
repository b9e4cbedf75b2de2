// The status of what is absent: open in the specification, a 404 in our decisions.
import type { Answer } from '../cases/case';
import { Captures } from '../wire/captures';
import { checkAnswer } from './check-answer';

const answered = (status: number, body: unknown = { data: null }): Answer => ({
  ...{ status, headers: {}, bytes: Buffer.alloc(0), text: '', body },
});
const check = (wanted: 'absent' | 'refused', status: number, isDecided: boolean): boolean =>
  checkAnswer({ status: wanted }, answered(status), { idOf: () => undefined, isDecided });

describe('what is absent', () => {
  it.each([400, 404, 410])('may be a %s for the specification, and any refusal would pass', (status) => {
    expect(check('absent', status, false)).toBe(true);
  });

  it('is a 404 for our decisions, which leave nothing open', () => {
    expect(check('absent', 404, true)).toBe(false);
    for (const status of [400, 410, 200])
      expect(() => check('absent', status, true)).toThrow(`answered ${status}`);
  });

  it('may be an answer without data for the specification', () => {
    expect(check('absent', 200, false)).toBe(false);
  });
});

it('says that any refusal would pass', () => {
  expect(check('refused', 422, true)).toBe(true);
});

it('refuses a placeholder without a value', () => {
  const captures = new Captures('m');
  captures.keep('f', { formats: null, url: '/u' });
  expect(captures.fill('{f.url}?x={mark}')).toBe('/u?x=m');
  expect(() => captures.fill('{f.formats.thumbnail.url}')).toThrow('{f.formats.thumbnail.url}');
  expect(() => captures.fill('/a/{f.none}')).toThrow('no earlier answer has a value for {f.none}');
});
