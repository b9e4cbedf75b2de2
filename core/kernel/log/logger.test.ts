import { SecretNames } from '../errors/secret-names';
import { createLogger, type LogLevel } from './logger';

const capture = (options: Parameters<typeof createLogger>[0] = {}) => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'debug',
    now: () => new Date(0),
    write: (line) => lines.push(line),
    ...options,
  });
  return { log, lines };
};

test('one JSON object per line, with what the logger is bound to', () => {
  const { log, lines } = capture();
  log.child({ request: 'r1' }).info('served', { status: 200 });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"served","request":"r1","status":200}\n',
  ]);
});

test.each([
  ['silent', 0],
  ['error', 1],
  ['warn', 2],
  ['info', 3],
  ['debug', 4],
] as [LogLevel, number][])('level %s writes %i of four lines', (level, count) => {
  const { log, lines } = capture({ level });
  for (const at of ['error', 'warn', 'info', 'debug'] as const) log[at]('x');
  expect(lines).toHaveLength(count);
  expect(log.isEnabled('info')).toBe(count >= 3);
});

test('secrets never reach the output, however deep and however spelled', () => {
  const { log, lines } = capture({ secrets: new SecretNames(['iban']) });
  log.info('x', {
    password: 'S3CRET',
    user: { Password: 'S3CRET', 'access-token': 'S3CRET', list: [{ api_key: 'S3CRET', iban: 'S3CRET' }] },
    headers: { Authorization: 'Bearer S3CRET', cookie: 'S3CRET' },
    error: Object.assign(new Error('failed'), { token: 'S3CRET', cause: undefined }),
    cause: new Error('outer', { cause: { secret: 'S3CRET' } }),
  });
  expect(lines.join('')).not.toContain('S3CRET');
  expect(lines.join('')).toContain('[hidden]');
});

test('whatever is given can be written: cycles, bigints, functions, buffers', () => {
  const { log, lines } = capture();
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  log.info('x', {
    cycle,
    big: 10n,
    fn: () => 1,
    buffer: Buffer.from('abc'),
    date: new Date(Number.NaN),
    none: undefined,
  });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ big: '10', buffer: '[3 bytes]' });
});

test('pretty lines are for people and carry the stack', () => {
  const { log, lines } = capture({ format: 'pretty' });
  log.error('broke', { path: '/x', error: new Error('why') });
  expect(lines[0]).toMatch(/^00:00:00\.000 ERROR broke path=\/x\n {2}Error: why\n {6}at /);
});

test('text of clients starts no line and moves no cursor', () => {
  const { log, lines } = capture({ format: 'pretty' });
  log.info('GET /\u009b31m failed', { principal: 'eve\n00:00:00.000 ERROR forged\u001b[2J\u202e' });
  expect(lines[0]).toBe(
    '00:00:00.000 INFO  GET /\\u009b31m failed principal=eve\\u000a00:00:00.000 ERROR forged\\u001b[2J\\u202e\n',
  );
});
