// Filters with many conditions on relations and many lists: planners that try every order of joins need minutes for them.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const relation = (kind: string, target: string, more: object) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});
const contentTypes = [
  {
    info: { singularName: 'item', pluralName: 'items' },
    attributes: {
      name: { type: 'string' },
      group: relation('manyToOne', 'group', { inversedBy: 'items' }),
      labels: relation('manyToMany', 'label', { inversedBy: 'items' }),
    },
  },
  {
    info: { singularName: 'group', pluralName: 'groups' },
    attributes: { name: { type: 'string' }, items: relation('oneToMany', 'item', { mappedBy: 'group' }) },
  },
  {
    info: { singularName: 'label', pluralName: 'labels' },
    attributes: { name: { type: 'string' }, items: relation('manyToMany', 'item', { mappedBy: 'labels' }) },
  },
] as unknown as readonly ContentTypeDefinition[];

/** Conditions as a path, an operator and a value. Repeated with $and, they find the same items as once. */
const conditions: readonly (readonly [condition: string, found: readonly string[]])[] = [
  ['[group][name][$eq]=g1', ['i1', 'i4']],
  ['[group][name][$ne]=g1', ['i0', 'i2', 'i3', 'i5']],
  ['[$not][group][name][$eq]=g1', ['i0', 'i2', 'i3', 'i5', 'i6']],
  ['[group][name][$in][0]=g1', ['i1', 'i4']],
  ['[labels][name][$ne]=l1', ['i0', 'i2', 'i4', 'i5']],
  ['[labels][name][$in][0]=l1', ['i1', 'i3', 'i5']],
  ['[$not][labels][name][$containsi]=L1', ['i0', 'i2', 'i4', 'i6']],
  ['[group][items][name][$eq]=i4', ['i1', 'i4']],
  ['[group][items][labels][name][$ne]=l1', ['i0', 'i1', 'i2', 'i3', 'i4', 'i5']],
  ['[labels][items][group][name][$eq]=g1', ['i0', 'i1', 'i2', 'i3', 'i4', 'i5']],
];
const MANY = 44;
const times = (prefix: string, condition: string, word = '$and'): string =>
  Array.from({ length: MANY }, (_, index) => `filters${prefix}[${word}][${index}]${condition}`).join('&');

describe.each(testDatabases())('filters with many subqueries on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    // Far more than these statements need, far less than a planner without a limit needs.
    app = await createTestApp({
      database,
      contentTypes,
      config: { server: { anonymous: 'full' }, database: { statementTimeout: 15_000 } },
    });
    const [groups, labels] = await Promise.all(
      ['group', 'label'].map(async (name) => {
        const made: string[] = [];
        for (const n of [0, 1, 2]) {
          const { documentId } = await app
            .documents(`api::${name}.${name}`)
            .create({ data: { name: `${name[0]}${n}` } });
          made.push(documentId);
        }
        return made;
      }),
    );
    for (let n = 0; n < 7; n++) {
      const linked =
        n === 6
          ? {}
          : { group: groups?.[n % 3], labels: [labels?.[n % 2], n > 3 && labels?.[2]].filter(Boolean) };
      await app.documents('api::item.item').create({ data: { name: `i${n}`, ...linked } });
    }
  });
  afterAll(() => app.close());

  const names = async (query: string): Promise<unknown> => {
    const { status, body } = await app.agent.get(`/api/items?fields=name&sort=name&${query}`);
    return status === 200 ? body.data.map(({ name }: { name: string }) => name) : [status, body.error];
  };

  test.each(conditions)('%s, once and many times', async (condition, found) => {
    expect(await names(`filters${condition}`)).toEqual(found);
    expect(await names(times('', condition))).toEqual(found);
  });

  test.each([
    ['[group]', '[name][$in][0]=g1', ['i1', 'i4']],
    ['[labels]', '[items][name][$ne]=i0', ['i0', 'i1', 'i2', 'i3', 'i4', 'i5']],
    ['[group][items]', '[labels][name][$in][0]=l2', ['i1', 'i2', 'i4', 'i5']],
  ])('behind %s, many times %s', async (prefix, condition, found) => {
    expect(await names(times(prefix, condition))).toEqual(found);
  });

  test.each([
    ['', '$or', '[group][name][$eq]=g1', ['i1', 'i4']],
    ['[$not]', '$or', '[group][name][$eq]=g1', ['i0', 'i2', 'i3', 'i5', 'i6']],
    ['[$not]', '$or', '[$not][group][name][$eq]=g1', ['i1', 'i4']],
    ['[$not]', '$or', '[labels][items][name][$ne]=i0', ['i6']],
    ['[$not]', '$and', '[group][name][$ne]=g1', ['i1', 'i4', 'i6']],
    ['[$not][$not]', '$and', '[labels][name][$in][0]=l1', ['i1', 'i3', 'i5']],
  ])('filters%s[%s] of many %s', async (prefix, word, condition, found) => {
    expect(await names(times(prefix, condition, word))).toEqual(found);
  });
});
