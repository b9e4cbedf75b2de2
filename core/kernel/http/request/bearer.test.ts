import { bearerOf, createBearerReader } from './bearer';

it('takes one word after the scheme', () => {
  expect(bearerOf('Bearer a.b-c')).toBe('a.b-c');
  expect(bearerOf('  bEARER   a ')).toBe('a');
  for (const header of ['', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic YTpi', 'Bearera'])
    expect(bearerOf(header)).toBeNull();
});

function reading(own: (token: string) => boolean) {
  const seen = { reads: 0 };
  const read = createBearerReader((token) => {
    seen.reads++;
    return own(token) ? { token } : null;
  });
  return { read, seen };
}

it('reads a token once, and returns the same credential', () => {
  const { read, seen } = reading(() => true);
  const first = read('Bearer a');
  expect(first).toEqual({ token: 'a' });
  expect(read('Bearer a')).toBe(first);
  expect(seen.reads).toBe(1);
});

it('reads a header with extra blanks each time', () => {
  const { read, seen } = reading(() => true);
  expect(read('Bearer  a')).toEqual({ token: 'a' });
  read('Bearer  a');
  expect(seen.reads).toBe(2);
});

it('does not remember the tokens of others', () => {
  const { read, seen } = reading(() => false);
  expect(read('Bearer a')).toBeNull();
  expect(read('Bearer a')).toBeNull();
  expect(seen.reads).toBe(2);
});

it('many tokens that come once evict none that comes again', () => {
  const { read, seen } = reading(() => true);
  read('Bearer a');
  read('Bearer a');
  for (let token = 0; token < 20_000; token++) read(`Bearer ${token}`);
  const before = seen.reads;
  read('Bearer a');
  expect(seen.reads).toBe(before);
  read('Bearer 0');
  expect(seen.reads).toBe(before + 1);
});
