// Twenty ways to reach a service inside. None of them connects.
import { mayConnectTo, receiverOf } from '../addresses';
import { createSend, type Resolve } from '../send';

const mayConnect = mayConnectTo([]);
const URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://１２７.0.0.1/',
];

it.each(URLS)('refuses %s when it is stored', (url) => {
  expect(receiverOf(url, mayConnect)).toContain('is not public');
});

const sendTo = (url: string, resolve: Resolve) =>
  createSend(
    mayConnect,
    resolve,
  )({ url: new URL(url), headers: {}, body: '{}', signal: AbortSignal.timeout(60_000) });
const answering =
  (...addresses: string[]): Resolve =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

it.each([
  ['a name of a private address', ['127.0.0.1']],
  ['a name of a private IPv6 address', ['::1']],
  ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
  ['an address of the cloud', ['169.254.169.254']],
])('refuses %s at the connection', async (_name, addresses) => {
  await expect(sendTo('http://inside.example.com/', answering(...addresses))).rejects.toThrow(
    'is not public',
  );
});

it('compares the address of each connection, so a name that changes is refused', async () => {
  let asked = 0;
  const changing: Resolve = (host, options, done) => {
    asked += 1;
    answering('127.0.0.1')(host, options, done);
  };
  expect(receiverOf('http://changes.example.com/', mayConnect)).toBeInstanceOf(URL);
  await expect(sendTo('http://changes.example.com/', changing)).rejects.toThrow('is not public');
  expect(asked).toBe(1);
});

it('allows what the allow list names', () => {
  const allowed = mayConnectTo(['10.0.0.0/8', 'fd00::/8']);
  expect([allowed('10.9.9.9'), allowed('fd00::5'), allowed('192.168.0.1'), allowed('8.8.8.8')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
