// Which variables a value is made of.
import { variablesWithin } from './environment-values';

const ENV = {
  HOST: 'host.example',
  TOKEN: 'Live-1-of-the-shop',
  DB_PASS: 'root7',
  LIST: ' first.example, second.example ',
  JSON: '{"user":"ann-of-shop"}',
  URL: 'mysql://user:pass-word-1@db.example/shop',
  PIN: '12345678',
  SHORT: 'eu-1',
  NODE_ENV: 'production',
  PWD: '/srv/another name',
  OLDPWD: '/srv/webhooks of ann',
  MY_PWD: 'cafe',
};

it.each<[unknown, readonly string[]]>([
  ['host.example', ['HOST']],
  [['a', { b: ['Bearer Live-1-of-the-shop'] }], ['TOKEN']],
  ['live-1-OF-the-shop', ['TOKEN']],
  [{ 'host.example': 1 }, ['HOST']],
  [['first.example', 'second.example'], ['LIST']],
  ['ann-of-shop', ['JSON']],
  ['pass-word-1', ['URL']],
  [12_345_678, ['PIN']],
  ['root7', ['DB_PASS']],
  ['the production of host.example', ['HOST', 'NODE_ENV']],
  ['eu-1', []],
  ['shop', []],
  ['product', []],
  [{ name: 'a', webhooks: [] }, []],
  ['/srv/another name/files', []],
  ['cafe', ['MY_PWD']],
  [['local', 5, true, null, undefined, () => 1], []],
])('%j is made of %j', (value, names) => expect(variablesWithin(value, ENV)).toEqual(names));

it('a variable of one of several environments counts once, and an object may contain itself', () => {
  const value: Record<string, unknown> = { host: 'host.example' };
  value.itself = value;
  expect(variablesWithin(value, { OTHER: 'something' }, ENV, ENV)).toEqual(['HOST']);
});
