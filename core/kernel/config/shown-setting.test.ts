// Which values of a configuration people may see.
import type { JsonSchema } from '../check/check';
import { anyOf, anything, array, boolean, integer, object, optional, record, string } from '../check/checks';
import { HIDDEN, SecretNames } from '../errors/secret-names';
import { secret } from './secret';
import { shownSetting } from './shown-setting';

const words = new SecretNames(['pin']);
const shown = (value: unknown, schema: JsonSchema | undefined, ...path: readonly string[]) =>
  shownSetting(value, schema, path.length > 0 ? path : ['setting'], words);

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

it('names of secrets are hidden, unless the value is the default, which is public', () => {
  expect(shown('x', string().schema, 'apiKey')).toBe(HIDDEN);
  expect(shown('x', string().schema, 'webhookSecret')).toBe(HIDDEN);
  const resetPassword = optional(string(), '/reset-password').schema;
  expect(shown('/reset-password', resetPassword, 'urls', 'resetPassword')).toBe('/reset-password');
  expect(shown('/reset', resetPassword, 'resetPassword')).toBe(HIDDEN);
  expect(shown('live-1', optional(string(), '').schema, 'apiKey')).toBe(HIDDEN);
  expect(shown(['live-1'], optional(array(string()), []).schema, 'tokens')).toEqual([HIDDEN]);
});

it.each([
  'smtpPass',
  'dbPwd',
  'basicAuth',
  'credential',
  'X-Api-Key',
  'x_api_key',
  'signingKeys',
  'tokenValue',
  'passwordHash',
])('the name %s is that of a secret', (name) =>
  expect([
    shown('live-1', string().schema, name),
    shown({ [name]: 'live-1' }, record(string()).schema),
  ]).toEqual([HIDDEN, { [name]: HIDDEN }]),
);

it.each(['maxTokens', 'publicKey', 'host', 'secretFrom'])('the name %s is not that of a secret', (name) => {
  const value = name === 'maxTokens' ? 5 : 'A_TEXT';
  expect(shown(value, { type: ['string', 'integer'] }, name)).toBe(value);
});

it('what is in a secret is a secret', () => {
  const account = object({ user: string(), host: string() });
  const value = { user: 'ann', host: 'a.example' };
  expect(shown(value, account.schema, 'credentials')).toBe(HIDDEN);
  expect(shown('ann', string().schema, 'credentials', 'user')).toBe(HIDDEN);
  expect(shown('ann', string().schema, 'tokens', 'user')).toBe(HIDDEN);
  expect(
    shown(
      { a: { ...value, tokens: { shop: 'live-1' } } },
      {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { user: string().schema, tokens: record(string()).schema } },
        },
      },
    ),
  ).toEqual({
    a: { user: 'ann', host: HIDDEN, tokens: { shop: HIDDEN } },
  });
  expect(shown({ 'X-Custom': 'live-1' }, record(secret()).schema)).toEqual({ 'X-Custom': HIDDEN });
});

it.each([
  'mongodb://u:p@a.example:1,b.example:2/db',
  'redis://u:p@a.example,redis://u:p@b.example',
  'jdbc:mysql://u:p@a.example/db',
  'u:p@a.example/db',
  '//u:p@a.example',
  'Bearer live-1',
  'Server=a;Password=live-1',
])('the text %s has credentials', (text) => expect(shown(text, string().schema)).toBe(HIDDEN));

it.each(['a@b.example', '"Shop" <a@b.example>', '12:30', 'https://a.example/b', 'a: b'])(
  'the text %s has none',
  (text) => expect(shown(text, string().schema)).toBe(text),
);

it('of several kinds, a secret wins', () => {
  expect(shown('live-1', anyOf('', string(), secret()).schema)).toBe(HIDDEN);
  const either = anyOf('', object({ a: string() }), object({ a: secret(), b: integer() }));
  expect(shown({ a: 'live-1', b: 2 }, either.schema)).toEqual({ a: HIDDEN, b: 2 });
  const itself: Record<string, unknown> = {};
  itself.itself = itself;
  expect(shown(itself, record(anything()).schema)).toEqual({ itself: HIDDEN });
});
