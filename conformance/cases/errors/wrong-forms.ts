// Cases of parameters and relations in wrong forms, at each level.
import { check, get, invalidQuery, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';

/** A request, and the key and the path that its error names. */
type Wrong = readonly [request: string, key: string, path: string | null];
const FILTERS: readonly Wrong[] = [
  ['plains?filters=abc', 'filters', null],
  ['plains?filters[$and][0]=abc', 'filters', null],
  ['plains?filters[$or][0]=abc', 'filters', null],
  ['plains?filters[$not]=abc', 'filters', null],
  ['plains?filters[$and]=1', '$and', null],
  ['plains?filters[$or][name][$eq]=1', '$or', null],
  ['plains?filters[$and][x]=1', '$and', null],
  ['plains?filters[group][$and]=1', '$and', 'group'],
  ['plains?filters[name][$eq][0][x]=1', '$eq', 'name'],
  ['plains?filters[name][$in][x]=1', '$in', 'name'],
  ['plains?filters[name][$in][0][x]=1', '$in', 'name'],
  ['plains?filters[name][$between]=1', '$between', 'name'],
  ['plains?filters[name][$between][0][x]=1&filters[name][$between][1]=2', '$between', 'name'],
  ['plains?filters[n][$between][0]=1&filters[n][$between][1]=x', '$between', 'n'],
  ['plains?filters[n][$in][0]=1&filters[n][$in][1]=x', '$in', 'n'],
  ['plains?filters[day][$gt]=abc', '$gt', 'day'],
  ['plains?filters[id][$gt]=abc', '$gt', 'id'],
  ['plains?filters[name][x]=1', 'x', 'name'],
  ['plains?filters[name][$not][x]=1', 'x', 'name'],
  ['plains?filters[name][$or][0][x]=1', 'x', 'name'],
  ['plains?filters[group][name][x]=1', 'x', 'group.name'],
  ['plains?filters[group][$or][0][nope]=1', 'nope', 'group'],
  ['plains?filters[group][$not][nope]=1', 'nope', 'group'],
  ['articles?filters[seo][nope][$eq]=1', 'nope', 'seo'],
  ['articles?filters[blocks][title][$eq]=1', 'title', 'blocks'],
];
const SORTS: readonly Wrong[] = [
  ['plains?sort[0][0]=name', 'sort', null],
  ['plains?sort[0][name][0]=asc', 'sort', null],
  ['plains?sort[name][x]=asc', 'x', 'name'],
  ['plains?sort=name.x', 'x', 'name'],
  ['plains?sort=group.nope', 'nope', 'group'],
  ['plains?sort=group', 'group', 'group'],
  ['plains?sort[group]=desc', 'group', 'group'],
  ['articles?sort=seo.nope', 'nope', 'seo'],
  ['articles?sort[seo][nope]=asc', 'nope', 'seo'],
  ['articles?sort=seo', 'seo', 'seo'],
  ['articles?sort=zone', 'zone', 'zone'],
  ['zoos?sort=morphOne.name', 'morphOne', 'morphOne'],
  ['zoos?sort=morphMany.name', 'morphMany', 'morphMany'],
];
const POPULATES: readonly Wrong[] = [
  ['plains?populate[0][0]=group', 'populate', null],
  ['plains?populate[group]=abc', 'abc', 'group'],
  ['plains?populate[group][x]=abc', 'x', 'group'],
  ['plains?populate[group][0]=name', '0', 'group'],
  ['plains?populate[group][populate]=abc', 'abc', 'group'],
  ['plains?populate[group][on][shared.quote]=true', 'on', 'group'],
  ['plains?populate[group][filters]=abc', 'filters', null],
  ['plains?populate[group][sort]=nope', 'nope', null],
  ['plains?populate[group][fields]=nope', 'nope', null],
  ['articles?populate[seo][fields]=nope', 'nope', null],
  ['articles?populate[zone][on][shared.none]=true', 'shared.none', 'zone.on.shared.none'],
  ['articles?populate[zone][on][shared.quote][nope]=1', 'nope', 'zone.on.shared.quote'],
  ['articles?populate[zone][on][shared.quote]=x', 'x', 'zone.on.shared.quote'],
  ['articles?populate[zone][on][shared.quote][populate]=nope', 'nope', 'zone.on.shared.quote'],
  ['articles?populate[zone][on][shared.quote][fields]=nope', 'nope', null],
  ['articles?populate[seo][nope]=1', 'nope', 'seo'],
  ['articles?populate[seo][pagination][page]=1', 'pagination', 'seo'],
  ['articles?populate[zone][nope]=1', 'nope', 'zone'],
  ['articles?populate[zone][pagination][page]=1', 'pagination', 'zone'],
  ['articles?populate[zone][on][shared.quote][pagination][page]=1', 'pagination', 'zone.on.shared.quote'],
  ['articles?populate[0]=zone.text', 'text', 'zone.text'],
  ['articles?populate[0]=zone.authors.nope', 'nope', 'zone.authors.nope'],
  ['articles?populate[category][populate][0][x]=a', 'populate', 'category'],
  ['zoos?populate[morphMany][nope]=1', 'nope', 'morphMany'],
  ['zoos?populate[morphOne][on][api::tag.tag]=x', 'x', 'morphOne.on.api::tag.tag'],
  ['zoos?populate[morphOne][on][api::tag.tag][nope]=1', 'nope', 'morphOne.on.api::tag.tag'],
  ['articles?populate[zone][populate]=nope', 'populate', 'zone'],
  ['articles?populate[0]=zone.authors&populate[1]=zone.nope', 'nope', 'zone.nope'],
  ['zoos?populate[morphOne][on][api::nope.nope]=true', 'api::nope.nope', 'morphOne.on.api::nope.nope'],
  ['zoos?populate[morphMany][populate]=nope', 'populate', 'morphMany'],
  ['articles?populate[zone][on]=*', 'on', 'zone.on'],
  ['articles?populate[zone][on]=x', 'on', 'zone.on'],
  ['articles?populate[zone][on][0]=shared.quote', '0', 'zone.on.0'],
  ['articles?populate=nope', 'nope', 'nope'],
  ['articles?populate=private_note', 'private_note', 'private_note'],
  ['articles?populate[0]=nope', 'nope', 'nope'],
  ['articles?populate[nope]=true', 'nope', null],
  ['articles?populate=tags,tags.nope', 'nope', 'tags.nope'],
];
const refusals = (param: string, all: readonly Wrong[]): Step[] =>
  all.map(([request, key, path]) =>
    invalidQuery(`/${request}`, { details: { key, path, source: 'query', param } }),
  );

/** Requests, and the messages of their errors. */
const MESSAGES: readonly (readonly [request: string, message: string])[] = [
  ['plains?sort=name:up', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
  ['plains?filters[nope]=x', 'Invalid key nope'],
  ['plains?filters[group][nope]=x', 'Invalid key nope at group'],
  ['plains?filters[name][$foo]=x', 'Invalid key $foo at name'],
  ['plains?sort=nope', 'Invalid key nope'],
  ['plains?fields=nope', 'Invalid key nope'],
  ['plains?populate=nope', 'Invalid key nope'],
  ['plains?populate[group][populate]=nope', 'Invalid key nope at group'],
  ['plains?filters[day]=x', 'Invalid format, expected yyyy-MM-dd'],
  ['plains?filters[at]=x', 'Invalid time format, expected HH:mm:ss.SSS'],
  ['plains?filters[moment]=x', 'Invalid format, expected a timestamp or an ISO date'],
  ['plains?filters[n]=abc', 'Invalid value "abc" for n: expected a number'],
  [
    'zoos?populate[morphMany][sort]=name',
    'Invalid nested populate for zoo.morphMany (api::zoo.zoo). Expected a fragment ("on") or "count" but found {"sort":"name"}',
  ],
  ['plains?filters[n][$between]=1', '$between takes a list of exactly two values, got "1"'],
];

/** The errors of these parameters name no key. */
const UNNAMED = [
  'plains?sort[name]=up',
  'plains?sort=name:up',
  'plains?fields[0][0]=name',
  'plains?fields[x]=name',
  'plains?populate[group][fields][0][x]=name',
  'plains?pagination=3',
  'plains?pagination[page][x]=1',
  'plains?pagination[page]=999999999999999999',
  'plains?pagination[withCount]=x',
  'articles?populate[zone][filters][x]=1',
  'zoos?populate[morphMany][fields]=name',
  'zoos?populate[morphMany][filters][name]=x',
  'zoos?populate[morphMany][on]=x',
];

const WRONG_RELATIONS: readonly unknown[] = [
  { connect: [{ x: 1 }] },
  { connect: [''] },
  { connect: [{ documentId: { x: 1 } }] },
  { connect: [{ documentId: true }] },
  { connect: ['{g.documentId}', { documentId: '' }] },
  { disconnect: [{ x: 1 }] },
  { disconnect: [''] },
  { set: [{ x: 1 }] },
  [{ x: 1 }],
  [''],
  { connect: [{ documentId: '{g.documentId}', position: { before: { x: 1 } } }] },
];
/** No row has such an id. */
const NO_DOCUMENTS: readonly unknown[] = [1.5, [1.5], { connect: [{ id: 1.5 }] }, { set: [-1] }];
const NOT_THERE = '1 relation(s) of type api::group.group associated with this entity do not exist';
const keepsGroup = get('/plains/{a.documentId}?populate=group', {
  data: { group: { documentId: '{g.documentId}' } },
});

export const quireWrongFormCases: readonly Case[] = [
  check('quire.errors.query-forms', {}, [
    ...refusals('filters', FILTERS),
    ...refusals('sort', SORTS),
    ...refusals('populate', POPULATES),
    ...MESSAGES.map(([request, message]) => invalidQuery(`/${request}`, { message })),
    ...['_q[0]=a', '_q[x]=a'].map((query) =>
      invalidQuery(`/plains?${query}`, { details: { key: '_q', source: 'query', param: '_q' } }),
    ),
    ...UNNAMED.map((request) => invalidQuery(`/${request}`)),
  ]),
  check('quire.errors.relation-forms', { g: named('/groups'), a: plain({ group: '{g.documentId}' }) }, [
    ...WRONG_RELATIONS.map((group) =>
      put(
        '/plains/{a.documentId}',
        { group },
        {
          status: 400,
          error: {
            name: 'ValidationError',
            message: 'Invalid relations',
            details: { errors: [{ path: [], message: 'Invalid relations', name: 'ValidationError' }] },
          },
        },
      ),
    ),
    ...NO_DOCUMENTS.map((group) =>
      put(
        '/plains/{a.documentId}',
        { group },
        {
          status: 400,
          error: { message: NOT_THERE, details: { errors: [{ path: [], message: NOT_THERE }] } },
        },
      ),
    ),
    ...[[['id']], { connect: [['{g.documentId}']] }].map((group) =>
      put(
        '/plains/{a.documentId}',
        { group },
        {
          status: 400,
          error: { message: 'Invalid key 0 at group', details: { key: '0', path: 'group', source: 'body' } },
        },
      ),
    ),
    ...[5, { foo: 1 }, { strict: 1 }].map((options) =>
      post(
        '/zoos',
        { name: '{mark}', morphMany: { connect: [], options } },
        { status: 400, error: { name: 'ValidationError', details: { path: 'morphMany', source: 'body' } } },
      ),
    ),
    post('/plains', [], {
      status: 400,
      error: { details: { errors: [{ path: [], name: 'ValidationError', value: null }] } },
    }),
    put(
      '/plains/{a.documentId}',
      { group: { x: 1 } },
      {
        status: 400,
        error: { message: 'Invalid key x at group', details: { key: 'x', path: 'group', source: 'body' } },
      },
    ),
    keepsGroup,
    // These spellings change nothing.
    ...[true, { connect: null }, { connect: [], disconnect: [] }, { connect: [null] }].flatMap((group) => [
      put('/plains/{a.documentId}', { group }, { status: 200 }),
      keepsGroup,
    ]),
    post('/plains', { name: '{mark}', group: [null, '{g.documentId}'] }, { status: 201 }),
  ]),
];
