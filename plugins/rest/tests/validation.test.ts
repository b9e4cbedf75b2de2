// The values of a body, attribute by attribute, with every message of the recorded contract.
import { type FixtureApp, openFixture, type Row, rows } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['u1', 'check', { req: 'r', uniq: 'taken', uintu: 5, uidv: 'my-uid' }],
    ['k1', 'check', { req: 'r', comp: { name: 'ab', n: 2 } }],
  ]);
});
afterAll(() => app.close());

/** A row with one issue on one attribute of `check`. */
const refused = (data: object, path: (string | number)[], message: string, value?: unknown): Row => [
  'POST /api/checks',
  400,
  {
    data: null,
    error: {
      status: 400,
      name: 'ValidationError',
      message,
      details: {
        errors: [
          {
            path: path.map(String),
            message,
            name: 'ValidationError',
            ...(value === undefined ? {} : { value }),
          },
        ],
      },
    },
  },
  { data: { req: 'r', ...data } },
];
const accepted = (data: Record<string, unknown>, shown: unknown = data): Row => [
  'POST /api/checks?populate=*',
  201,
  { data: shown },
  { data: { req: 'r', ...data } },
];
const noString = (key: string, value: unknown, shown = JSON.stringify(value)): Row =>
  refused(
    { [key]: value },
    [key],
    `${key} must be a \`string\` type, but the final value was: \`${shown}\`.`,
    value,
  );
const noNumber = (key: string, value: unknown): Row =>
  refused(
    { [key]: value },
    [key],
    `${key} must be a \`number\` type, but the final value was: \`NaN\` (cast from the value \`${JSON.stringify(value)}\`).`,
    null,
  );
const noBoolean = (value: unknown): Row =>
  refused(
    { bool: value },
    ['bool'],
    `bool must be a \`boolean\` type, but the final value was: \`${JSON.stringify(value)}\`.`,
    value,
  );

rows('required', () => app, [
  [
    'POST /api/checks',
    400,
    {
      error: {
        message: 'req must be defined.',
        details: { errors: [{ path: ['req'], message: 'req must be defined.', name: 'ValidationError' }] },
      },
    },
    { data: {} },
  ],
  [
    'POST /api/checks',
    400,
    'req must be a `string` type, but the final value was: `null`.',
    { data: { req: null } },
  ],
  ['POST /api/checks', 201, { data: { req: '' } }, { data: { req: '' } }],
  [
    'POST /api/checks',
    400,
    'req must be a `string` type, but the final value was: `5`.',
    { data: { req: 5 } },
  ],
  [
    'PUT /api/checks/{k1}',
    400,
    'req must be a `string` type, but the final value was: `null`.',
    { data: { req: null } },
  ],
  ['PUT /api/checks/{k1}', 200, undefined, { data: { len: 'abc' } }],
  ['POST /api/checks', 400, '3 errors occurred', { data: { len: 'a', intv: 9 } }],
  [
    'POST /api/checks',
    400,
    {
      error: {
        details: { errors: [{ path: ['req'] }, { path: ['len'] }, { path: ['comps', '0', 'name'] }] },
      },
    },
    { data: { req: null, len: 'a', comps: [{ name: 'toolong' }] } },
  ],
]);

rows('texts', () => app, [
  noString('uniq', 5),
  noString('len', true),
  noString('txt', {}),
  noString('rich', []),
  noString('uidv', 1),
  noString('mail', 1),
  refused({ len: 'ab' }, ['len'], 'len must be at least 3 characters', 'ab'),
  refused({ len: 'abcdefg' }, ['len'], 'len must be at most 6 characters', 'abcdefg'),
  refused({ txt: 'a' }, ['txt'], 'txt must be at least 2 characters', 'a'),
  refused({ rich: 'x'.repeat(21) }, ['rich'], 'rich must be at most 20 characters', 'x'.repeat(21)),
  refused({ uniq: 'x'.repeat(256) }, ['uniq'], 'uniq must be at most 255 characters', 'x'.repeat(256)),
  refused({ rx: 'ABC' }, ['rx'], 'rx must match the following: "/^[a-z]+-\\d+$/"', 'ABC'),
  accepted({ rx: '' }),
  accepted({ rx: 'abc-12' }),
  accepted({ len: 'Ünï', txt: "'; DROP TABLE checks; --".slice(0, 10) }),
  refused({ pass: 'short' }, ['pass'], 'pass must be at least 6 characters'),
  refused(
    { enumv: 'four' },
    ['enumv'],
    'enumv must be one of the following values: one, two, three, ',
    'four',
  ),
  refused({ enumv: '' }, ['enumv'], 'enumv must be one of the following values: one, two, three, ', ''),
  accepted({ enumv: null }),
  refused({ mail: 'nope.nope' }, ['mail'], 'mail must be a valid email', 'nope.nope'),
  accepted({ mail: 'Some.One@Example.com' }),
  refused({ uidv: 'a b' }, ['uidv'], 'uidv must match the following: "/^[A-Za-z0-9-_.~]*$/"', 'a b'),
  accepted({ uidv: 'a-b_c.d~e' }),
  [
    'POST /api/checks',
    400,
    { error: { details: { errors: [{ path: ['mail'], message: 'mail cannot be empty' }] } } },
    { data: { req: 'r', mail: '' } },
  ],
]);

rows('unique', () => app, [
  refused({ uniq: 'taken' }, ['uniq'], 'This attribute must be unique', 'taken'),
  accepted({ uniq: 'Taken' }),
  refused({ uintu: 5 }, ['uintu'], 'This attribute must be unique', 5),
  refused({ uidv: 'my-uid' }, ['uidv'], 'This attribute must be unique', 'my-uid'),
  accepted({ uniq: null }),
  accepted({ uniq: null }),
  ['PUT /api/checks/{u1}', 200, { data: { uniq: 'taken' } }, { data: { uniq: 'taken' } }],
  ['PUT /api/checks/{k1}', 400, 'This attribute must be unique', { data: { uniq: 'taken' } }],
  [
    'POST /api/checks',
    400,
    {
      error: {
        message: '2 errors occurred',
        details: { errors: [{ path: ['comps', '0', 'uq'] }, { path: ['comps', '1', 'uq'] }] },
      },
    },
    {
      data: {
        req: 'r',
        comps: [
          { name: 'a', uq: 'same' },
          { name: 'b', uq: 'same' },
        ],
      },
    },
  ],
]);

rows('numbers', () => app, [
  accepted({ intv: '3' }, { intv: 3 }),
  accepted({ intv: '3.0' }, { intv: 3 }),
  accepted({ flo: '1e0' }, { flo: 1 }),
  accepted({ flo: '0.50' }, { flo: 0.5 }),
  noNumber('intv', 'abc'),
  noNumber('intv', true),
  noNumber('intv', {}),
  noNumber('flo', ''),
  noNumber('dec', 'x'),
  [
    'POST /api/checks',
    400,
    { error: { details: { errors: [{ path: ['intv'], message: 'intv must be an integer' }] } } },
    { data: { req: 'r', intv: 2.5 } },
  ],
  refused({ intv: 0 }, ['intv'], 'intv must be greater than or equal to 1', 0),
  refused({ intv: 6 }, ['intv'], 'intv must be less than or equal to 5', 6),
  refused({ flo: 0.1 }, ['flo'], 'flo must be greater than or equal to 0.5', 0.1),
  refused({ dec: 101 }, ['dec'], 'dec must be less than or equal to 100'),
  accepted({ bigv: '9007199254740993' }),
  accepted({ bigv: 42 }, { bigv: '42' }),
  refused({ bigv: 'abc' }, ['bigv'], 'bigv must be a valid integer', 'abc'),
  refused({ bigv: 1.5 }, ['bigv'], 'bigv must be a valid integer', 1.5),
  [
    'POST /api/checks',
    400,
    { error: { details: { errors: [{ path: ['bigv'] }] } } },
    { data: { req: 'r', bigv: '9' } },
  ],
  [
    'POST /api/checks',
    400,
    { error: { details: { errors: [{ path: ['bigv'] }] } } },
    { data: { req: 'r', bigv: '9000000000000000001' } },
  ],
  ['POST /api/checks', 400, undefined, { data: { req: 'r', bigv: '99999999999999999999999' } }],
  ['POST /api/plains', 400, undefined, { data: { n: 1e300 } }],
  ['POST /api/plains', 400, undefined, { data: { price: '1.1234567' } }],
]);

rows('booleans', () => app, [
  ...[true, false].map((bool) => accepted({ bool })),
  accepted({ bool: 'true' }, { bool: true }),
  accepted({ bool: 'FALSE' }, { bool: false }),
  accepted({ bool: 1 }, { bool: true }),
  accepted({ bool: '0' }, { bool: false }),
  noBoolean('t'),
  noBoolean('yes'),
  noBoolean(2),
]);

const badDate = 'Invalid format, expected yyyy-MM-dd';
const badTime = 'Invalid time format, expected HH:mm:ss.SSS';
const badMoment = 'Invalid format, expected a timestamp or an ISO date';
const moment = (key: string, value: unknown, status: number, expected: unknown): Row => [
  'POST /api/checks',
  status,
  status === 201 ? { data: { [key]: expected } } : expected,
  { data: { req: 'r', [key]: value } },
];
rows('dates and times', () => app, [
  moment('dayv', '2024-02-29', 201, '2024-02-29'),
  moment('dayv', '2024-01-15T10:00:00.000Z', 201, '2024-01-15'),
  moment('dayv', '15.01.2024', 400, badDate),
  moment('dayv', '2024-02-30', 400, undefined),
  moment('dayv', 5, 400, undefined),
  moment('timev', '10:20:30', 201, '10:20:30.000'),
  moment('timev', '10:20:30.5', 201, '10:20:30.500'),
  moment('timev', '10:20', 400, badTime),
  moment('timev', '25:00:00', 400, badTime),
  moment('timev', 5, 400, 'Expected a string, got a number'),
  moment('dt', 1705314030123, 201, '2024-01-15T10:20:30.123Z'),
  moment('dt', '1705314030123', 201, '2024-01-15T10:20:30.123Z'),
  moment('dt', '2024-01-15', 201, '2024-01-15T00:00:00.000Z'),
  moment('dt', '2024-01-15T10:20:30+02:00', 201, '2024-01-15T08:20:30.000Z'),
  moment('dt', 'tomorrow', 400, badMoment),
  moment('ts', '2024-01-15T10:20:30.123Z', 201, '2024-01-15T10:20:30.123Z'),
  moment('ts', 'never', 400, badMoment),
]);

const block = (node: unknown, message: string): Row => [
  'POST /api/checks',
  400,
  { error: { details: { errors: expect.arrayContaining([expect.objectContaining({ message })]) } } },
  { data: { req: 'r', blk: [node] } },
];
describe('blocks', () => {
  const refusedBlocks: Row[] = [
    block({ type: 'nope', children: [] }, 'Block node is of invalid type'),
    block({ type: 'paragraph' }, 'blk[0].children is a required field'),
    block({ type: 'heading', children: [{ type: 'text', text: 'x' }] }, 'blk[0].level is a required field'),
    block(
      { type: 'paragraph', children: [{ type: 'text' }] },
      'Text must be defined with at least an empty string',
    ),
    block(
      { type: 'paragraph', children: [] },
      'Paragraph node children must have at least one Text or Link node',
    ),
  ];
  it.each(refusedBlocks.map((row): [string, Row] => [JSON.stringify(row[3]), row]))(
    '%s',
    async (_title, [, status, expected, body]) => {
      const answer = await app.agent.post('/api/checks').send(body as object);
      expect(answer.body).toEqual(
        expect.objectContaining({ error: expect.objectContaining((expected as { error: object }).error) }),
      );
      expect(answer.status).toBe(status);
    },
  );
});

rows('components', () => app, [
  refused({ comp: 5 }, ['comp'], 'comp must be a `object` type, but the final value was: `5`.', 5),
  refused({ comp: {} }, ['comp', 'name'], 'comp.name must be defined.'),
  refused({ comp: { name: 'abcdef' } }, ['comp', 'name'], 'comp.name must be at most 5 characters', 'abcdef'),
  refused({ comp: { name: 'a', n: 4 } }, ['comp', 'n'], 'comp.n must be less than or equal to 3', 4),
  refused({ comps: 'x' }, ['comps'], 'comps must be a `array` type, but the final value was: `"x"`.', 'x'),
  [
    'POST /api/checks',
    400,
    { error: { message: 'comps field must have less than or equal to 2 items' } },
    { data: { req: 'r', comps: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] } },
  ],
  ['POST /api/checks', 400, 'comps[0].name must be defined.', { data: { req: 'r', comps: [{ n: 1 }] } }],
  [
    'POST /api/checks',
    400,
    {
      error: {
        details: {
          errors: [{ path: ['dz', '0', '__component'], message: 'dz[0].__component is a required field' }],
        },
      },
    },
    { data: { req: 'r', dz: [{ name: 'a' }] } },
  ],
  [
    'POST /api/checks',
    400,
    { error: { details: { errors: [{ path: ['dz', '0', '__component'] }] } } },
    { data: { req: 'r', dz: [{ __component: 'shared.nope' }] } },
  ],
  [
    'POST /api/checks',
    400,
    { error: { details: { errors: [{ path: ['dz', '0', '__component'] }] } } },
    { data: { req: 'r', dz: [{ __component: 'shared.link' }] } },
  ],
  ['POST /api/checks', 400, 'Invalid key nope at comp', { data: { req: 'r', comp: { name: 'a', nope: 1 } } }],
  accepted({ comp: { name: 'ab', n: 2 } }),
  accepted({ comp: null }),
  accepted({
    dz: [
      { __component: 'shared.quote', text: 't', by: 'b' },
      { __component: 'shared.strict', name: 'a' },
    ],
  }),
  ['POST /api/articles?populate=links', 201, { data: { links: [] } }, { data: { title: 't', links: null } }],
  [
    'POST /api/articles',
    201,
    undefined,
    { data: { title: 't', seo: { metaTitle: 'm', metas: [{ key: 'k' }] } } },
  ],
]);

describe('components on update', () => {
  it('with an id changes the stored entry, without an id creates a new entry', async () => {
    const path = `/api/checks/${app.known.get('k1')?.documentId}?populate=comp`;
    const before = (await app.agent.get(path)).body.data.comp;
    const kept = await app.agent.put(path).send({ data: { comp: { id: before.id, name: 'cd' } } });
    expect(kept.body.data.comp).toEqual({ ...before, name: 'cd' });
    const replaced = await app.agent.put(path).send({ data: { comp: { name: 'ef' } } });
    expect(replaced.body.data.comp).toMatchObject({ name: 'ef', n: null });
    const strange = await app.agent.put(path).send({ data: { comp: { id: 999999, name: 'x' } } });
    expect([strange.status, strange.body.error?.name, strange.body.error?.message]).toEqual([
      400,
      'ApplicationError',
      'Some of the provided components in comp are not related to the entity',
    ]);
  });
});

describe('an attribute of a disabled plugin', () => {
  it('is refused in a body with a reason, and is never required', async () => {
    const answer = await app.agent.post('/api/articles').send({ data: { title: 't', cover: 1 } });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      'cover cannot be set: it needs the plugin "upload"; enable it: "upload": true in config/plugins',
    ]);
  });
});
