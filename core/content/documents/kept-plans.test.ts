// Plans are kept by their shape. A client that sends other aliases each time makes a shape per request, and evicts no other plan.
import { sqliteDialect } from '../../database/dialects/sqlite';
import { createEvents } from '../../kernel/observe/events';
import { Registry } from '../../kernel/registry/registry';
import { FULL_VISIBILITY, withVisibility } from '../model/compiled/visibility';
import { compileFiles, relation, typeFile } from '../model/testing-files';
import type { ParamDefinition } from '../query/params';
import { prepareQuery } from '../query/prepare';
import { Selection } from '../query/selection';
import { PlanCache } from '../sql/read/plan-cache';
import { createPreparation, type PreparedRead, type ReadWords } from './prepare-read';

const schema = compileFiles({
  'config/content-types/note.json': typeFile('note', {
    title: { type: 'string' },
    tags: relation('manyToMany', 'tag'),
  }),
  'config/content-types/tag.json': typeFile('tag', { name: { type: 'string' } }),
});
const preparation = createPreparation({
  schema,
  plans: new PlanCache(
    { schema, dialect: sqliteDialect, dormant: () => [], uniform: () => false },
    createEvents({ error() {} }),
  ),
  params: new Registry<ParamDefinition>('parameter'),
  prepare: prepareQuery,
  limits: {
    defaultLimit: 100,
    maxLimit: null,
    withCount: false,
    arrayLimit: 1000,
    depth: 20,
    conditions: 1000,
    populatePages: true,
    maxRows: 10_000,
    maxStatements: 100,
    answerBytes: 33_554_432,
  },
  transform: null,
  isSurrounded: () => false,
});

const words = (alias: string, below: string): ReadWords => ({
  fields: new Selection([{ key: alias, field: 'title' }], [], null),
  populate: {
    tags: { attribute: 'tags', fields: new Selection([{ key: below, field: 'name' }], [], 10) },
  },
});

function prepare(text: string, alias: string, below: string): PreparedRead {
  const type = schema.types.get('api::note.note');
  if (!type) throw new Error('no type');
  return preparation.prepareText(type, 'find', text, FULL_VISIBILITY, () => words(alias, below));
}

test('ordinary plans survive 10,000 sets of aliases', () => {
  const indexes = Array.from({ length: 20 }, (_, index) => index);
  const ordinary = (index: number) => prepare(`{ ${index} }`, 'title', `t${index}`);
  /** Has a plan in common with the ordinary read, but not the text: other values, for example. */
  const similar = (index: number) =>
    prepare(`{ ${index} ${Math.random()} }`, 'title', `t${index}`).planned.plan;
  const before = indexes.map(ordinary);
  expect(indexes.map(ordinary)).toEqual(before);
  for (const index of indexes) similar(index);
  for (let index = 0; index < 10_000; index++) prepare(`{ a${index} }`, `a${index}`, 'name');
  for (const index of indexes) {
    expect(ordinary(index)).toBe(before[index]);
    expect(similar(index)).toBe(before[index]?.planned.plan);
  }
});

describe('the answer of a write', () => {
  const type = schema.types.get('api::note.note') as NonNullable<ReturnType<typeof schema.types.get>>;
  const planned = (words: ReadWords, writing = 'update') =>
    preparation.prepareAnswer(type, words, writing).planned;
  const data = { title: 'New' };

  it('is prepared once for all writes without fields and populate', () => {
    const first = planned({ data, documentId: 'a', fields: undefined });
    expect(planned({ data: {}, documentId: 'b' })).toBe(first);
    // As REST calls it.
    const commits = { isOver: () => false, done() {} };
    expect(planned({ data, newId: 'c', commits, precondition: () => undefined })).toBe(first);
    const other = withVisibility(FULL_VISIBILITY, { scope: 'other' });
    expect(planned({ data, visibility: other })).not.toBe(first);
    expect(planned({ data }, 'create')).not.toBe(first);
    preparation.forgetTexts();
    expect(planned({ data })).not.toBe(first);
  });

  it('is prepared once for words that are texts', () => {
    const first = planned({ data, fields: 'title' });
    expect(planned({ data: {}, documentId: 'b', fields: 'title' })).toBe(first);
    expect(planned({ data, fields: 'title', populate: 'tags' })).not.toBe(first);
    expect(planned({ data })).not.toBe(first);
  });

  it('follows the fields and the limits of the request', () => {
    const own = { fields: ['title'] };
    expect(planned(own)).not.toBe(planned(own));
    const limits = { ...preparation.prepare(type, {}, 'find').limits, maxRows: 7 };
    planned({ data });
    expect(preparation.prepareAnswer(type, { data, limits }, 'update').context.limits).toBe(limits);
  });

  it.each([{ sort: 'none' }, { filters: { none: 1 } }])('is refused with %j', (words) => {
    planned({ data });
    expect(() => planned({ data, ...words })).toThrow('Invalid key none');
  });
});
