import { AppError } from './app-error';
import { coreErrors } from './core-errors';
import { defineErrors, ERROR_TABLES } from './define-errors';
import { errorSourceOf, setErrorSource } from './error-source';
import { StartupError } from './startup-error';
import { toResponse } from './to-response';

describe('an error as the client reads it', () => {
  const answered: readonly [string, unknown, string][] = [
    [
      'with empty details',
      coreErrors.DOCUMENT_NOT_FOUND(),
      '{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}',
    ],
    [
      'with details',
      coreErrors.QUERY_INVALID_KEY('secret', 'author', 'filters'),
      '{"status":400,"name":"ValidationError","message":"Invalid key secret at author","details":{"key":"secret","path":"author","source":"query","param":"filters"}}',
    ],
    [
      'of a parser, without details',
      coreErrors.BODY_TOO_LARGE(),
      '{"status":413,"name":"PayloadTooLargeError","message":"request entity too large"}',
    ],
    [
      'that is not ours',
      new Error('connect to 10.0.0.1 failed'),
      '{"status":500,"name":"InternalServerError","message":"Internal Server Error"}',
    ],
    [
      'that is no error',
      'x',
      '{"status":500,"name":"InternalServerError","message":"Internal Server Error"}',
    ],
  ];
  it.each(answered)('%s', (_what, error, expected) => {
    expect(JSON.stringify(toResponse(error).body)).toBe(`{"data":null,"error":${expected}}`);
  });

  it('carries its headers', () => {
    const { status, headers } = toResponse(coreErrors.ROUTE_METHOD_NOT_ALLOWED('GET, POST'));
    expect([status, headers]).toEqual([405, { Allow: 'GET, POST' }]);
  });
});

describe('a table of errors', () => {
  it('makes typed factories and is kept for the documentation', () => {
    const errors = defineErrors('table-test', {
      TEST_BROKEN: {
        status: 418,
        name: 'TestError',
        message: (what: string) => `${what} broke`,
        details: (what) => ({ what }),
      },
    });
    const error = errors.TEST_BROKEN('it');
    expect(error).toBeInstanceOf(AppError);
    expect({ ...error, message: error.message }).toMatchObject({
      code: 'TEST_BROKEN',
      status: 418,
      message: 'it broke',
      details: { what: 'it' },
    });
    expect(ERROR_TABLES.has('table-test')).toBe(true);
  });

  it('of the core names codes by area, and statuses of HTTP', () => {
    for (const [code, row] of Object.entries(ERROR_TABLES.get('core') ?? {})) {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)+$/);
      expect(row.status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('a startup error', () => {
  it('is one message with every mistake and its place', () => {
    const error = new StartupError('Two mistakes:', [
      { where: 'config/server.js', at: 'port', message: 'expected a number' },
      { where: '.env', message: 'cannot be read' },
    ]);
    expect(error.message).toBe(
      'Two mistakes:\n  config/server.js → port: expected a number\n  .env: cannot be read',
    );
  });
});

describe('the source of an error', () => {
  it('is the first one that was set', () => {
    const error = new Error('x');
    setErrorSource(error, 'inner', 'documents.writing');
    setErrorSource(error, 'outer', 'boot');
    expect(errorSourceOf(error)).toEqual({ plugin: 'inner', at: 'documents.writing' });
    expect(errorSourceOf('text')).toBeUndefined();
  });
});
