// Content for random queries: types with drafts, locales, relations, components and zones, and the same documents on every database.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';

const LOCALIZED = { pluginOptions: { i18n: { localized: true } } };
const DRAFTS = { options: { draftAndPublish: true } };
const LOCALES = ['en', 'fr'];

const to = (relation: string, target: string | null, more: object = {}) => ({
  type: 'relation',
  relation,
  ...(target === null ? {} : { target: `api::${target}.${target}` }),
  ...more,
});
const type = (
  name: string,
  attributes: ContentTypeDefinition['attributes'],
  options: object = {},
): ContentTypeDefinition => ({
  info: { singularName: name, pluralName: `${name}s` },
  ...options,
  attributes,
});

const TYPES: readonly ContentTypeDefinition[] = [
  type(
    'story',
    {
      title: { type: 'string', ...LOCALIZED },
      rating: { type: 'integer' },
      price: { type: 'decimal' },
      exact: { type: 'decimal', precision: 18, scale: 2 },
      big: { type: 'biginteger' },
      ratio: { type: 'float' },
      flag: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'essay'] },
      moment: { type: 'datetime' },
      day: { type: 'date' },
      hour: { type: 'time' },
      data: { type: 'json' },
      writer: to('manyToOne', 'writer', { inversedBy: 'stories' }),
      labels: to('manyToMany', 'label', { inversedBy: 'stories' }),
      next: to('oneToOne', 'story'),
      anything: to('morphToMany', null),
      card: { type: 'component', component: 'parts.card', ...LOCALIZED },
      cards: { type: 'component', component: 'parts.card', repeatable: true, ...LOCALIZED },
      zone: { type: 'dynamiczone', components: ['parts.card', 'parts.quote'], ...LOCALIZED },
    },
    { ...LOCALIZED, ...DRAFTS },
  ),
  type(
    'writer',
    { name: { type: 'string' }, stories: to('oneToMany', 'story', { mappedBy: 'writer' }) },
    DRAFTS,
  ),
  type(
    'label',
    {
      name: { type: 'string', ...LOCALIZED },
      stories: to('manyToMany', 'story', { mappedBy: 'labels' }),
      best: to('oneToOne', 'writer'),
    },
    LOCALIZED,
  ),
];
const COMPONENTS = {
  'parts.card': {
    info: {},
    attributes: {
      text: { type: 'string' },
      weight: { type: 'integer' },
      writer: to('oneToOne', 'writer'),
      labels: to('oneToMany', 'label'),
    },
  },
  'parts.quote': { info: {}, attributes: { words: { type: 'text' }, story: to('oneToOne', 'story') } },
};

/** The same documents on every database, created in the same order. Random ids are replaced by their position. */
export interface Deployment {
  readonly app: TestApp;
  readonly names: ReadonlyMap<string, string>;
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const COUNT = 9;
export const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** `plugins` are enabled beside REST, drafts and locales. */
export async function deploy(database: TestDatabase, plugins: object = {}): Promise<Deployment> {
  const app = await createTestApp({
    database,
    contentTypes: TYPES,
    components: COMPONENTS,
    config: {
      plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: LOCALES } }, ...plugins },
      server: { anonymous: 'full' },
    },
  });
  const ids: Record<string, string[]> = { writer: [], label: [], story: [] };
  const make = async (name: string, data: object, query = ''): Promise<string> => {
    const { body, status } = await app.agent.post(`/api/${name}s${query}`).send({ data });
    if (status !== 201) throw new Error(JSON.stringify(body));
    ids[name]?.push(body.data.documentId);
    return body.data.documentId;
  };
  const change = async (name: string, id: string, query: string, data: object): Promise<void> => {
    const { body, status } = await app.agent.put(`/api/${name}s/${id}?${query}`).send({ data });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  for (let n = 0; n < 4; n++) await make('writer', { name: `writer ${n}` }, n === 3 ? '?status=draft' : '');
  for (let n = 0; n < 4; n++) {
    const id = await make('label', { name: `label ${n}`, best: pick(ids.writer ?? [], n) });
    if (n < 3) await change('label', id, 'locale=fr', { name: `étiquette ${n}` });
  }
  const [writers, labels] = [ids.writer ?? [], ids.label ?? []];
  const everywhere = labels.slice(0, 3);
  for (let n = 0; n < COUNT; n++) {
    const card = (step: number) => ({
      text: step % 3 === 0 ? null : `card ${step} “?”`,
      weight: step % 4,
      writer: pick(writers, step),
      labels: [pick(everywhere, step), pick(everywhere, step + 1)],
    });
    const data = {
      title: n % 4 === 3 ? null : `story ${n % 5} ü`,
      rating: n % 3 === 2 ? null : n % 4,
      price: n % 2 ? 10.5 + n : null,
      exact: n % 3 ? `123456789012345${n}.25` : n / 4,
      big: n % 2 ? `900719925474099${n}` : null,
      ratio: n % 4 ? n / 3 : null,
      flag: [true, false, null][n % 3],
      kind: ['news', null, 'essay'][n % 3],
      day: n % 4 ? `2024-02-2${n}` : null,
      hour: n % 4 ? `1${n}:20:30.400` : null,
      data: n % 2 ? { list: [n, null, 'ü "x"'], at: { title: true } } : null,
      moment: n % 3 ? `2024-05-0${n + 1}T07:08:09.120Z` : null,
      writer: n % 5 === 4 ? null : pick(writers, n),
      labels: [0, 1, 2].slice(n % 3).map((step) => pick(labels, n + step)),
      next: n > 0 ? pick(ids.story ?? [], n - 1) : null,
      anything: [
        { __type: 'api::writer.writer', documentId: pick(writers, n) },
        { __type: 'api::label.label', documentId: pick(labels, n) },
      ],
      card: n % 3 ? card(n) : null,
      cards: [card(n), card(n + 1), card(n + 2)].slice(n % 3),
      zone: [
        {
          __component: 'parts.quote',
          words: `words ${n}`,
          story: n > 1 ? pick(ids.story ?? [], n - 2) : null,
        },
        { __component: 'parts.card', ...card(n + 5) },
      ].slice(n % 2),
    };
    const id = await make('story', data, n % 4 === 1 ? '?status=draft' : '');
    if (n % 2 === 0)
      await change('story', id, `locale=fr${n % 4 ? '&status=draft' : ''}`, {
        title: `histoire ${n}`,
        labels: [pick(everywhere, n + 2)],
        writer: pick(writers, n + 1),
        cards: [card(n + 7)],
      });
    if (n % 3 === 0) await change('story', id, 'status=draft', { title: `draft ${n}`, rating: 9 - n });
  }
  const names = new Map(
    Object.entries(ids).flatMap(([name, list]) => list.map((id, index) => [id, `${name}${index}`] as const)),
  );
  return { app, names, ids };
}

/** Replaces timestamps and random ids, which differ between runs. */
export const comparable = (value: unknown, { names }: Deployment): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === 'createdAt' || key === 'updatedAt' || (key === 'publishedAt' && inner !== null)
        ? 'a moment'
        : typeof inner === 'string'
          ? (names.get(inner) ?? inner)
          : inner,
    ),
  );
