import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mistake } from '../errors/startup-error';
import { createEnv, type Env } from './env';

const VARIABLES = {
  TEXT: 'abc',
  INT: '42',
  FLOAT: '1.5',
  YES: 'Yes',
  OFF: 'off',
  JSON: '{"a":[1]}',
  LIST: 'a, "b" ,c',
  BRACKETS: '[a,b]',
  DAY: '2024-05-31',
  EMPTY: '',
};

describe('env', () => {
  const cases: readonly [string, (env: Env) => unknown, unknown][] = [
    ['a text', (env) => env('TEXT'), 'abc'],
    ['a missing text', (env) => env('NONE'), undefined],
    ['the default of a text', (env) => env('NONE', 'x'), 'x'],
    ['an empty text rather than the default', (env) => env('EMPTY', 'x'), ''],
    ['a whole number', (env) => env.int('INT'), 42],
    ['the default of a number', (env) => env.int('NONE', 7), 7],
    ['a number', (env) => env.float('FLOAT'), 1.5],
    ['true', (env) => env.bool('YES'), true],
    ['false', (env) => env.bool('OFF', true), false],
    ['JSON', (env) => env.json('JSON'), { a: [1] }],
    ['a list', (env) => env.array('LIST'), ['a', 'b', 'c']],
    ['a list in brackets', (env) => env.array('BRACKETS'), ['a', 'b']],
    ['a date', (env) => env.date('DAY'), new Date('2024-05-31')],
  ];
  it.each(cases)('reads %s', (_what, read, expected) => {
    const mistakes: Mistake[] = [];
    expect(read(createEnv(VARIABLES, mistakes))).toEqual(expected);
    expect(mistakes).toEqual([]);
  });

  const wrong: readonly [string, (env: Env) => unknown, string][] = [
    ['TEXT', (env) => env.int('TEXT', 1), 'a whole number'],
    ['FLOAT', (env) => env.int('FLOAT', 1), 'a whole number'],
    ['TEXT', (env) => env.float('TEXT', 1), 'a number'],
    ['INT', (env) => env.bool('INT', true), 'true or false'],
    ['TEXT', (env) => env.json('TEXT'), 'JSON'],
    ['TEXT', (env) => env.date('TEXT'), 'an ISO date'],
  ];
  it.each(wrong)('names %s when it does not parse', (name, read, expected) => {
    const mistakes: Mistake[] = [];
    read(createEnv(VARIABLES, mistakes));
    expect(mistakes).toEqual([
      { where: 'environment', at: name, message: expect.stringContaining(expected) },
    ]);
  });

  it('does not print a value that may be a secret', () => {
    const mistakes: Mistake[] = [];
    createEnv({ DATABASE_PASSWORD: 'hunter2' }, mistakes).int('DATABASE_PASSWORD');
    expect(mistakes[0]?.message).not.toContain('hunter2');
  });

  describe('with NAME_FILE', () => {
    const dir = mkdtempSync(join(tmpdir(), 'quire-env-'));
    afterAll(() => rmSync(dir, { recursive: true }));

    it('reads the file, without its last line break', () => {
      writeFileSync(join(dir, 'secret'), 'hunter2\n');
      expect(createEnv({ PASSWORD_FILE: join(dir, 'secret') }, [])('PASSWORD')).toBe('hunter2');
    });

    it('prefers the variable itself', () => {
      expect(createEnv({ PASSWORD_FILE: join(dir, 'secret'), PASSWORD: 'x' }, [])('PASSWORD')).toBe('x');
    });

    it('names a file that cannot be read', () => {
      const mistakes: Mistake[] = [];
      createEnv({ PASSWORD_FILE: join(dir, 'none') }, mistakes)('PASSWORD');
      expect(mistakes).toEqual([
        { where: 'environment', at: 'PASSWORD_FILE', message: expect.stringContaining('ENOENT') },
      ]);
    });
  });
});
