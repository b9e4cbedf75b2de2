// Which values of a configuration people may see.
import type { JsonSchema } from '../check/check';
import { anyOf, anything, array, boolean, object, optional, record, string } from '../check/checks';
import { HIDDEN, SecretNames } from '../errors/secret-names';
import { secret } from './secret';
import { shownSetting } from './shown-setting';

const words = new SecretNames(['pin']);
const shown = (value: unknown, schema: JsonSchema | undefined, name = 'key') =>
  shownSetting(value, schema, name, words);

it.each<[string, unknown, JsonSchema | undefined, unknown]>([
  ['a text', 'local', string().schema, 'local'],
  ['a number', 5, { type: 'integer' }, 5],
  ['a boolean', false, boolean().schema, false],
  ['a choice', 'a', { enum: ['a', 'b'] }, 'a'],
  ['nothing', undefined, secret().schema, undefined],
  ['an empty secret', '', secret().schema, ''],
  ['a secret', 'hunter2', secret().schema, HIDDEN],
  ['an optional secret', 'hunter2', optional(secret()).schema, HIDDEN],
  ['a value without a schema', 'hunter2', undefined, HIDDEN],
  ['any value', 5, anything().schema, HIDDEN],
  ['a function', () => 1, {}, HIDDEN],
  ['a list', ['a'], array(string()).schema, ['a']],
  ['a list of secrets', ['a'], array(secret()).schema, [HIDDEN]],
  [
    'options of any kind',
    { region: 'eu', credentials: { id: 'a', secretAccessKey: 'b' } },
    record(anything()).schema,
    { region: HIDDEN, credentials: HIDDEN },
  ],
  [
    'a secret in an object of a list',
    [{ name: 'a', clientSecret: 'b', apiKey: 'c', pin: '1' }],
    array(object({ name: string(), clientSecret: secret(), apiKey: string(), pin: string() })).schema,
    [{ name: 'a', clientSecret: HIDDEN, apiKey: HIDDEN, pin: HIDDEN }],
  ],
  ['one of several kinds', true, anyOf('', boolean(), object({ ca: string() })).schema, true],
  ['a secret of several kinds', 'x', anyOf('', boolean(), secret()).schema, HIDDEN],
  ['an address', 'https://a.example/b', string().schema, 'https://a.example/b'],
  [
    'an address with a password',
    'redis://u:p@a.example:1/0',
    string().schema,
    `redis://${HIDDEN}@a.example:1/0`,
  ],
  ['an address with a query', 'https://a.example/b?key=1', string().schema, `https://${HIDDEN}@a.example/b`],
])('%s', (_what, value, schema, expected) => {
  expect(shown(value, schema)).toEqual(expected);
});

it('names of secrets are hidden, unless their default is public', () => {
  expect(shown('x', string().schema, 'apiKey')).toBe(HIDDEN);
  expect(shown('x', string().schema, 'webhookSecret')).toBe(HIDDEN);
  expect(shown('/reset', optional(string(), '/reset-password').schema, 'resetPassword')).toBe('/reset');
});
