// Signatures of values in Redis.
import { openValue, sealValue } from './sealed-value';

const VALUE = { at: 1_780_000_000_000, versions: 'a b-_', text: '2 2\n{}' };
const sealed = sealValue('secret', 'key', VALUE);

it('opens what the same secret has sealed under the same key', () => {
  expect(openValue('secret', 'key', sealed)).toEqual(VALUE);
});

it.each([
  ['another secret', 'other', 'key', sealed],
  ['another key', 'secret', 'key2', sealed],
  ['another text', 'secret', 'key', `${sealed} `],
  ['a later time', 'secret', 'key', sealed.replace('178', '179')],
  ['other versions', 'secret', 'key', sealed.replace('a b', 'a c')],
  ['no signature', 'secret', 'key', sealed.slice(43)],
  ['nothing', 'secret', 'key', ''],
])('refuses %s', (_, secret, name, text) => expect(openValue(secret, name, text)).toBeNull());
