// Cases that only read. They are made for the content types of the deployment, from its documents.
import { get } from '../cases/build';
import type { Bench, Case, Expectation, Step } from '../cases/case';
import { is } from '../cases/pattern';
import { sameValue } from '../wire/same-value';
import { isObject, type LearnedKind, type LearnedType } from './learned-type';

type Document = Readonly<Record<string, unknown>>;

export const readingCases = (types: readonly LearnedType[]): Case[] =>
  types.flatMap((type) => (type.isSingle ? singleCases(type) : collectionCases(type)));

function collectionCases(type: LearnedType): Case[] {
  const base = `/${type.path}`;
  const steps = (rows: string | readonly string[], ...list: Step[]): Case => ({
    rows: [rows].flat(),
    name: type.path,
    steps: list,
  });
  const reads = (
    row: string,
    run: (bench: Bench, documents: readonly Document[]) => Promise<void>,
  ): Case => ({
    rows: [row],
    name: type.path,
    async run(bench) {
      const documents = await listed(bench, `${base}?pagination[pageSize]=25`);
      if (documents.length === 0) return bench.notApplicable(`GET ${base} has no document`);
      await run(bench, documents);
    },
  });
  /** Each operator is compared with a value of an existing document. */
  const operator = (
    name: string,
    kinds: readonly LearnedKind[],
    words: (value: string) => string,
    holds: (found: unknown, value: unknown) => boolean,
    includes = true,
  ): Case =>
    reads(`rest.filters.${name}`, async (bench, documents) => {
      const sample = sampleOf(type, documents, kinds);
      if (!sample) return bench.notApplicable(`no document of ${base} has a value to compare with`);
      const { attribute, value, document } = sample;
      const found = await listed(
        bench,
        `${base}?${words(`filters[${attribute}]`).replaceAll('{value}', String(value))}&pagination[pageSize]=100`,
      );
      const wrong = found.find((one) => !holds(one[attribute], value));
      if (wrong) bench.fail(`a document that ${name} excludes`, value, wrong[attribute]);
      const { body } = await bench.send(
        get(
          `${base}?${words(`filters[${attribute}]`).replaceAll('{value}', String(value))}&filters[documentId][$eq]=${document.documentId}`,
        ),
      );
      const count = isObject(body) && Array.isArray(body.data) ? body.data.length : -1;
      if (count !== (includes ? 1 : 0))
        bench.fail(
          `the document with the value is ${includes ? 'missing' : 'there'}`,
          includes ? 1 : 0,
          count,
        );
    });
  const texts = ['text'] as const;
  const orders = ['number', 'moment'] as const;
  const lower = (found: unknown): string => String(found).toLowerCase();

  return [
    steps(
      ['rest.collection.list', 'envelope.data.array', 'envelope.meta.list'],
      get(base, { status: 200, body: { data: is.list, meta: { pagination: is.object } } }),
    ),
    steps(
      'envelope.pagination.page-form',
      get(`${base}?pagination[page]=1&pagination[pageSize]=2`, {
        meta: { pagination: { page: 1, pageSize: 2, pageCount: is.integer, total: is.integer } },
      }),
    ),
    steps(
      'envelope.pagination.offset-form',
      get(`${base}?pagination[start]=0&pagination[limit]=2`, {
        meta: { pagination: { start: 0, limit: 2, total: is.integer } },
      }),
    ),
    steps(['document.flat', 'versioning.flat'], get(base, { data: is.each({ attributes: is.absent }) })),
    steps(['document.id.integer', 'versioning.rest-id'], get(base, { data: is.each({ id: is.integer }) })),
    steps('document.document-id.string', get(base, { data: is.each({ documentId: is.text }) })),
    steps('document.created-at', get(base, { data: is.each({ createdAt: is.timestamp }) })),
    steps('document.updated-at', get(base, { data: is.each({ updatedAt: is.timestamp }) })),
    steps('envelope.error.absent', get(base, { body: { error: is.absent } })),
    steps(
      ['envelope.error.present', 'errors.envelope'],
      get(`${base}?filters[noSuchAttribute][$eq]=1`, { status: 'refused', body: { error: is.object } }),
    ),
    steps(
      'rest.pagination.no-mix',
      get(`${base}?pagination[page]=1&pagination[limit]=5`, { status: 'refused' }),
    ),
    steps(
      'rest.pagination.page-size.default',
      get(base, { meta: { pagination: { page: 1, pageSize: 25 } } }),
    ),
    steps(
      'rest.pagination.limit.default',
      get(`${base}?pagination[start]=0`, { meta: { pagination: { start: 0, limit: 25 } } }),
    ),
    steps(
      'rest.pagination.with-count.false',
      get(`${base}?pagination[page]=1&pagination[withCount]=false`, {
        meta: { pagination: { total: is.absent, pageCount: is.absent } },
      }),
    ),
    reads('rest.pagination.page', async (bench, documents) => {
      const pages = [
        await listed(bench, `${base}?pagination[page]=1&pagination[pageSize]=2`),
        await listed(bench, `${base}?pagination[page]=2&pagination[pageSize]=2`),
      ];
      const ids = pages.flat().map((one) => one.documentId);
      const wanted = documents.slice(0, 4).map((one) => one.documentId);
      if (!sameValue(ids, wanted)) bench.fail('two pages of two differ from the first four', wanted, ids);
    }),
    reads('rest.pagination.start', async (bench, documents) => {
      const rest = await listed(bench, `${base}?pagination[start]=1&pagination[limit]=24`);
      const wanted = documents.slice(1, 25).map((one) => one.documentId);
      const ids = rest.map((one) => one.documentId);
      if (!sameValue(ids, wanted)) bench.fail('start skips other documents', wanted, ids);
    }),
    reads('document.document-id.path', async (bench, [first]) => {
      await bench.send(
        get(`${base}/${first?.documentId}`, { data: { documentId: String(first?.documentId) } }),
      );
    }),
    reads('rest.collection.one', async (bench, [first]) => {
      await bench.send(
        get(`${base}/${first?.documentId}`, { status: 200, body: { data: is.object, meta: is.keys() } }),
      );
    }),
    ...(['asc', 'desc'] as const).map((direction) =>
      reads(`rest.sort.${direction}`, async (bench) => {
        const attribute = Object.entries(type.attributes).find(
          ([, kind]) => kind === 'moment' || kind === 'number',
        )?.[0];
        if (attribute === undefined) return bench.notApplicable(`${base} has no attribute to sort by`);
        const values = (await listed(bench, `${base}?sort=${attribute}:${direction}&pagination[pageSize]=25`))
          .map((one) => one[attribute])
          .filter((value) => value !== null);
        const wanted = [...values].sort((one, other) => compare(one, other) * (direction === 'asc' ? 1 : -1));
        if (!sameValue(values, wanted)) bench.fail(`not in the order of ${attribute}`, wanted, values);
      }),
    ),
    reads('rest.fields.one', async (bench, documents) => {
      const sample = sampleOf(type, documents, ['text', 'number', 'boolean', 'moment']);
      if (!sample) return bench.notApplicable(`${base} has no attribute to select`);
      const others = Object.entries(type.attributes)
        .filter(([name, kind]) => name !== sample.attribute && kind !== 'other')
        .map(([name]) => name);
      await bench.send(get(`${base}?fields=${sample.attribute}`, { data: is.each(is.noKeys(...others)) }));
    }),
    operator(
      '$eq',
      ['text', 'number', 'moment', 'boolean'],
      (field) => `${field}[$eq]={value}`,
      (found, value) => found === value,
    ),
    operator(
      '$ne',
      ['text', 'number', 'moment'],
      (field) => `${field}[$ne]={value}`,
      (found, value) => found !== value,
      false,
    ),
    operator(
      '$in',
      ['text', 'number', 'moment'],
      (field) => `${field}[$in][0]={value}`,
      (found, value) => found === value,
    ),
    operator(
      '$notIn',
      ['text', 'number', 'moment'],
      (field) => `${field}[$notIn][0]={value}`,
      (found, value) => found !== value,
      false,
    ),
    operator(
      '$null',
      ['text', 'number', 'moment'],
      (field) => `${field}[$null]=true`,
      (found) => found === null,
      false,
    ),
    operator(
      '$notNull',
      ['text', 'number', 'moment'],
      (field) => `${field}[$notNull]=true`,
      (found) => found !== null,
    ),
    operator(
      '$eqi',
      texts,
      (field) => `${field}[$eqi]={value}`,
      (found, value) => lower(found) === lower(value),
    ),
    operator(
      '$contains',
      texts,
      (field) => `${field}[$contains]={value}`,
      (found, value) => String(found).includes(String(value)),
    ),
    operator(
      '$containsi',
      texts,
      (field) => `${field}[$containsi]={value}`,
      (found, value) => lower(found).includes(lower(value)),
    ),
    operator(
      '$startsWith',
      texts,
      (field) => `${field}[$startsWith]={value}`,
      (found, value) => String(found).startsWith(String(value)),
    ),
    operator(
      '$endsWith',
      texts,
      (field) => `${field}[$endsWith]={value}`,
      (found, value) => String(found).endsWith(String(value)),
    ),
    operator(
      '$lt',
      orders,
      (field) => `${field}[$lt]={value}`,
      (found, value) => compare(found, value) < 0,
      false,
    ),
    operator(
      '$lte',
      orders,
      (field) => `${field}[$lte]={value}`,
      (found, value) => compare(found, value) <= 0,
    ),
    operator(
      '$gt',
      orders,
      (field) => `${field}[$gt]={value}`,
      (found, value) => compare(found, value) > 0,
      false,
    ),
    operator(
      '$gte',
      orders,
      (field) => `${field}[$gte]={value}`,
      (found, value) => compare(found, value) >= 0,
    ),
    operator(
      '$between',
      orders,
      (field) => `${field}[$between][0]={value}&${field}[$between][1]={value}`,
      (found, value) => found === value,
    ),
    ...relationCases(type, reads),
  ];
}

function relationCases(
  type: LearnedType,
  reads: (row: string, run: (bench: Bench, documents: readonly Document[]) => Promise<void>) => Case,
): Case[] {
  const relations = Object.entries(type.attributes).filter(
    ([, kind]) => kind === 'relation' || kind === 'relations',
  );
  if (relations.length === 0) return [];
  return [
    reads('rest.populate.none', async (bench) => {
      await bench.send(
        get(`/${type.path}`, { data: is.each(is.noKeys(...relations.map(([name]) => name))) }),
      );
    }),
    reads('rest.populate.one', async (bench) => {
      for (const [name, kind] of relations) {
        // The relation is absent when the caller may not read its target.
        const document = { documentId: is.text };
        const wrapped = { data: is.oneOf(null, document, is.each(document)) };
        const value =
          kind === 'relation'
            ? is.oneOf(is.absent, null, document, wrapped)
            : is.oneOf(is.absent, is.each(document), wrapped);
        const expect: Expectation = { status: 200, body: { data: is.each({ [name]: value }) } };
        await bench.send(get(`/${type.path}?populate=${name}`, expect));
      }
    }),
  ];
}

const singleCases = (type: LearnedType): Case[] => [
  {
    rows: ['rest.single.get'],
    name: type.path,
    async run(bench) {
      const { status } = await bench.send(get(`/${type.path}`, { status: 'any' }));
      if (status === 404) return bench.notApplicable(`GET /${type.path} has no document`);
      await bench.send(
        get(`/${type.path}`, { status: 200, body: { data: { documentId: is.text }, meta: is.keys() } }),
      );
    },
  },
];

interface Sample {
  readonly attribute: string;
  readonly value: string | number | boolean;
  readonly document: Document;
}

/** A value that can stand in a query unchanged. */
function sampleOf(
  type: LearnedType,
  documents: readonly Document[],
  kinds: readonly LearnedKind[],
): Sample | null {
  for (const [attribute, kind] of Object.entries(type.attributes)) {
    if (!kinds.includes(kind)) continue;
    for (const document of documents) {
      const value = document[attribute];
      if (typeof value === 'number' || typeof value === 'boolean') return { attribute, value, document };
      if (typeof value === 'string' && value !== '' && value.length < 200 && !/[&={}]/.test(value))
        return { attribute, value, document };
    }
  }
  return null;
}

async function listed(bench: Bench, path: string): Promise<readonly Document[]> {
  const { body } = await bench.send(get(path, { status: 200 }));
  return isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject) : [];
}

/** Moments in one format sort like texts. */
const compare = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) !== String(other));
};
