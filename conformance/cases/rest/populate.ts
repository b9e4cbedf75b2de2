// Cases of "Populate": each form of the table, zones by fragment, depth and the array limit.
import { article, check, get, made, named, note, plain, put } from '../build';
import type { Case, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';

const ZONE = [
  { __component: 'shared.ref', label: 'r', target: '{t.documentId}' },
  { __component: 'shared.quote', text: 'Be.', by: 'Me' },
];
const WORLD = {
  t: named('/tags', '{mark} t'),
  u: named('/tags', '{mark} u'),
  o: named('/tags', 'other'),
  p: named('/categories', '{mark} parent'),
  c: made('/categories', { name: '{mark} c', parent: '{p.documentId}' }),
  a: article({
    category: '{c.documentId}',
    tags: ['{u.documentId}', '{t.documentId}'],
    seo: { metaTitle: 'M', metas: [{ key: 'k', value: 'v' }] },
    links: [{ label: 'one' }, { label: 'two' }],
    zone: ZONE,
  }),
};
const asks = (query: string, data: Parameters<typeof get>[1]): Step =>
  get(`/articles/{a.documentId}?${query}`, data);
const populate = (row: string, ...steps: Step[]): Case => check(`rest.populate.${row}`, WORLD, steps);
const TAGS = [{ name: '{mark} u' }, { name: '{mark} t' }];

/** A chain of categories, each the parent of the one before it. */
const chain = Object.fromEntries(
  Array.from({ length: 13 }, (_, index) => [
    `k${index}`,
    made('/categories', {
      name: `{mark} ${index}`,
      ...(index > 0 ? { parent: `{k${index - 1}.documentId}` } : {}),
    }),
  ]),
);
const deepPath = `populate${'[parent][populate]'.repeat(11)}[0]=parent`;
const deepData = (level: number): { readonly [key: string]: unknown } =>
  level === 0 ? { name: '{mark} 0' } : { name: `{mark} ${level}`, parent: deepData(level - 1) };

const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => `populate[${index}]=tags`).join('&');

export const restPopulateCases: readonly Case[] = [
  populate(
    'none',
    asks('', { data: { title: '{mark}' } }),
    get('/articles/{a.documentId}', { data: is.noKeys('category', 'tags', 'seo', 'links', 'zone') }),
  ),
  populate(
    'full',
    asks('populate=category', {
      data: {
        category: {
          id: is.integer,
          documentId: '{c.documentId}',
          name: '{mark} c',
          createdAt: is.timestamp,
          updatedAt: is.timestamp,
        },
      },
    }),
  ),
  populate(
    'no-id-arrays',
    asks('populate=tags', { data: { tags: is.each({ documentId: is.text, name: is.text }) } }),
    asks('populate[tags][fields][0]=documentId', { data: { tags: is.each(is.object) } }),
  ),
  populate('star.relations', asks('populate=*', { data: { category: { name: '{mark} c' }, tags: TAGS } })),
  populate(
    'star.components',
    asks('populate=*', { data: { seo: { metaTitle: 'M' }, links: [{ label: 'one' }, { label: 'two' }] } }),
  ),
  populate('star.zones', asks('populate=*', { data: { zone: [{ label: 'r' }, { text: 'Be.' }] } })),
  populate(
    'star.one-level',
    asks('populate=*', {
      data: { category: is.noKeys('parent', 'children', 'articles'), seo: is.noKeys('metas') },
    }),
  ),
  populate('one', asks('populate=category', { data: { category: { name: '{mark} c' }, tags: is.absent } })),
  populate(
    'one.array',
    asks('populate[0]=category', { data: { category: { name: '{mark} c' }, tags: is.absent } }),
  ),
  populate(
    'several',
    asks('populate[0]=category&populate[1]=tags', {
      data: { category: { name: '{mark} c' }, tags: TAGS, seo: is.absent },
    }),
  ),
  populate(
    'nested',
    asks('populate[category][populate][0]=parent', {
      data: { category: { name: '{mark} c', parent: { name: '{mark} parent' } } },
    }),
  ),
  populate('component', asks('populate[0]=seo', { data: { seo: { metaTitle: 'M', metas: is.absent } } })),
  populate(
    'component.nested',
    asks('populate[0]=seo&populate[1]=seo.metas', {
      data: { seo: { metaTitle: 'M', metas: [{ key: 'k', value: 'v' }] } },
    }),
  ),
  populate(
    'zone',
    asks('populate[0]=zone', {
      data: {
        zone: [
          { __component: 'shared.ref', label: 'r', target: is.absent },
          { __component: 'shared.quote', text: 'Be.', by: 'Me' },
        ],
      },
    }),
  ),
  populate(
    'zone.on',
    asks('populate[zone][on][shared.ref][populate][target][fields][0]=name', {
      at: { 'data.zone.0': { __component: 'shared.ref', target: { name: '{mark} t' } } },
    }),
  ),
  populate(
    'with-fields',
    asks('populate[category][fields][0]=name', {
      data: { category: { name: '{mark} c', createdAt: is.absent } },
    }),
  ),
  populate(
    'with-filters',
    asks('populate[tags][filters][name][$eq]={mark} t', { data: { tags: [{ name: '{mark} t' }] } }),
  ),
  populate(
    'with-sort',
    asks('populate[tags][sort][0]=name:asc', {
      data: { tags: [{ name: '{mark} t' }, { name: '{mark} u' }] },
    }),
    asks('populate[tags][sort][0]=name:desc', { data: { tags: TAGS } }),
  ),
  populate(
    'with-both',
    put('/articles/{a.documentId}', { tags: ['{u.documentId}', '{o.documentId}', '{t.documentId}'] }),
    ...['asc', 'desc'].map((direction) =>
      asks(`populate[tags][filters][name][$startsWith]={mark}&populate[tags][sort][0]=name:${direction}`, {
        data: { tags: direction === 'desc' ? TAGS : [{ name: '{mark} t' }, { name: '{mark} u' }] },
      }),
    ),
  ),
  populate(
    'on.listed',
    asks(
      'populate[zone][on][shared.ref][populate][0]=target&populate[zone][on][shared.quote][fields][0]=text',
      {
        data: {
          zone: [
            { label: 'r', target: { name: '{mark} t' } },
            { text: 'Be.', by: is.absent },
          ],
        },
      },
    ),
  ),
  check('rest.populate.on.unlisted', WORLD, [
    asks('populate[zone][on][shared.quote][populate]=*', {
      data: { zone: is.each({ target: is.absent }) },
      at: { 'data.zone.*.__component': is.including('shared.quote') },
    }),
  ]),
  populate(
    'on.star',
    asks('populate[zone][on][shared.ref][populate]=*', {
      at: { 'data.zone.0': { label: 'r', target: { name: '{mark} t' } } },
    }),
  ),
  check('rest.populate.depth', chain, [
    get(`/categories/{k12.documentId}?${deepPath}`, { data: { ...(deepData(12) as object) } }),
  ]),
  check(['rest.populate.array-limit', 'limits.rest.populate-array'], WORLD, [
    asks(many(100), { status: 200, data: { tags: TAGS } }),
    asks(many(101), { status: 'refused' }),
  ]),
  check(
    'rest.populate.array-limit.config',
    WORLD,
    [asks(many(101), { status: 200, data: { tags: TAGS } }), asks(many(151), { status: 'refused' })],
    { deploy: OWN_TYPES },
  ),
  check('rest.populate.recursive', { a: plain() }, [note('/plains/{a.documentId}?populate=**', 'status')]),
];
