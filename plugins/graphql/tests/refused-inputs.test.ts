// A wrong day, time, moment or entry of a zone is refused before any mutation of the operation runs, as a literal and as a variable.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const ITEM: ContentTypeDefinition = {
  info: { singularName: 'item', pluralName: 'items' },
  attributes: {
    name: { type: 'string' },
    day: { type: 'date' },
    at: { type: 'time' },
    moment: { type: 'datetime' },
    parts: { type: 'dynamiczone', components: ['a.part'] },
  },
};
const PART = { info: {}, attributes: { day: { type: 'date' }, count: { type: 'integer' } } };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [ITEM],
    components: { 'a.part': PART, 'a.other': { info: {}, attributes: { day: { type: 'date' } } } },
    config: { server: { anonymous: 'full' }, plugins: { graphql: true } },
  });
});
afterAll(() => app.close());

const ask = (query: string, variables: object = {}) => app.agent.post('/graphql').send({ query, variables });
const names = async (): Promise<unknown> => (await ask('{ items { name } }')).body.data.items;
const refused = (message: RegExp) => ({
  errors: [{ message: expect.stringMatching(message), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
});

const TYPES = { day: 'Date', at: 'Time', moment: 'DateTime', parts: '[ItemPartsDynamicZoneInput!]' };
const WRONG: readonly (readonly [
  field: keyof typeof TYPES,
  value: unknown,
  literal: string,
  message: RegExp,
])[] = [
  [
    'day',
    '2024-02-30',
    '"2024-02-30"',
    /Date takes a text like "2007-12-03" \(Invalid date\), got "2024-02-30"/,
  ],
  ['day', 'tomorrow', '"tomorrow"', /Date takes .* got "tomorrow"/],
  ['day', 7, '7', /Date takes .* got 7/],
  ['at', '25:00:00', '"25:00:00"', /Time takes .* got "25:00:00"/],
  ['moment', '2024-13-01T00:00:00Z', '"2024-13-01T00:00:00Z"', /DateTime takes .* got "2024-13/],
  [
    'parts',
    [{ day: '2024-01-01' }],
    '[{ day: "2024-01-01" }]',
    /Component not found. expected one of: ComponentAPart$/,
  ],
  [
    'parts',
    [{ __typename: 'ComponentAOther', day: '2024-01-01' }],
    '[{ __typename: "ComponentAOther", day: "2024-01-01" }]',
    /Component not found/,
  ],
  [
    'parts',
    [{ __typename: 'ComponentAPart', day: 'x' }],
    '[{ __typename: "ComponentAPart", day: "x" }]',
    /ComponentAPart.day: Date takes .* got "x"/,
  ],
  [
    'parts',
    [{ __typename: 'ComponentAPart', count: 'x' }],
    '[{ __typename: "ComponentAPart", count: "x" }]',
    /ComponentAPart.count: Int cannot represent/,
  ],
];

it.each(WRONG)('%s: %j', async (field, value, literal, message) => {
  const writes = (text: string) =>
    `a: createItem(data: { name: "first" }) { name } b: createItem(data: { name: "second", ${field}: ${text} }) { name }`;
  const before = await names();
  const asLiteral = await ask(`mutation { ${writes(literal)} }`);
  expect([asLiteral.status, asLiteral.body]).toEqual([
    400,
    { errors: [expect.objectContaining(refused(message).errors[0])] },
  ]);
  const asVariable = await ask(`mutation ($value: ${TYPES[field]}) { ${writes('$value')} }`, { value });
  expect([asVariable.status, asVariable.body]).toEqual([
    400,
    { errors: [expect.objectContaining(refused(message).errors[0])] },
  ]);
  expect(await names()).toEqual(before);
});

it('a variable inside of an entry', async () => {
  const query =
    'mutation ($type: String, $day: String) { a: createItem(data: { name: "first" }) { name } b: createItem(data: { name: "in", parts: [{ __typename: $type, day: $day }] }) { name parts { ... on ComponentAPart { day } } } }';
  const before = await names();
  const wrong = await ask(query, { type: 'ComponentAPart', day: 'x' });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    {
      errors: [
        expect.objectContaining(
          refused(/createItem.data.parts.0: ComponentAPart.day: Date takes .* got "x"/).errors[0],
        ),
      ],
    },
  ]);
  expect(await names()).toEqual(before);
  const right = await ask(query, { type: 'ComponentAPart', day: '2024-02-29' });
  expect(right.body).toMatchObject({ data: { b: { parts: [{ day: '2024-02-29' }] } } });
});

it('a filter with a wrong day', async () => {
  const { status, body } = await ask('{ items(filters: { day: { gt: "x" } }) { name } }');
  expect([status, body]).toEqual([
    400,
    { errors: [expect.objectContaining(refused(/Date takes/).errors[0])] },
  ]);
});

it.each([
  ['day', '2024-02-29', '2024-02-29'],
  ['day', '2024-02-29T10:00:00.000Z', '2024-02-29'],
  ['at', '09:30:00', '09:30:00.000'],
  ['moment', '2024-02-29T10:00:00+02:00', '2024-02-29T08:00:00.000Z'],
  ['moment', null, null],
] as const)('takes %s: %j', async (field, value, answer) => {
  const query = `mutation ($value: ${TYPES[field]}) { createItem(data: { ${field}: $value }) { ${field} } }`;
  expect((await ask(query, { value })).body).toEqual({ data: { createItem: { [field]: answer } } });
});
