// Deployments that are right at the first level and wrong below it, or wrong for one kind of attribute.
import { answers, drops, isObject, renames, retold, typed, writes } from './build';
import type { Mutant, Pair } from './mutating-proxy';

const OPEN = [
  'rest.populate.needs-find.deeper',
  'rest.locale.create-permission.single',
  'auth.api-token.read-only',
].map((row): Mutant => ({ row, does: 'gives every request full access', open: true }));

export const deeperMutants: readonly Mutant[] = [
  ...OPEN,
  drops('rest.filters.system', /\[createdAt\]/, 'ignores filters on createdAt'),
  drops('rest.filters.system', /\[id\]\[\$ne\]/, 'ignores $ne of id'),
  drops('rest.filters.in.id', /\[id\]\[\$in\]\[1\]/, 'reads one id of a list'),
  renames('rest.filters.nest.not.inside', /(\$or\]\[\d\])\[\$not\]/, '$1', 'ignores $not inside $or'),
  renames('rest.filters.nest.not.inside', /\[\$not\]\[\$not\]/, '[$not]', 'negates once'),
  drops('rest.filters.nest.or-in-and-in-or', /\[\$or\]\[1\]\[n\].*/, 'reads the first of two'),
  drops('rest.sort.three', /^sort\[2\]/, 'sorts by two fields'),
  answers(
    'rest.pagination.offset-total',
    (body, { query }) =>
      query.some(([key]) => key.includes('[start]')) && Array.isArray(body.data)
        ? {
            ...body,
            meta: { pagination: { ...Object(Object(body.meta).pagination), total: body.data.length } },
          }
        : body,
    'counts the page',
  ),
  drops('rest.populate.deeper.filters', /\[labels\]\[filters\]/, 'ignores deeper filters'),
  drops('rest.populate.deeper.sort', /\[labels\]\[sort\]/, 'ignores a deeper sort'),
  drops('rest.populate.deeper.fields', /\[labels\]\[fields\]/, 'ignores deeper fields'),
  drops('rest.populate.with-both', /\[tags\]\[filters\]/, 'ignores the filter beside a sort'),
  drops('rest.populate.with-both', /\[tags\]\[sort\]/, 'ignores the sort beside a filter'),
  answers(
    'rest.populate.star.inverse',
    ({ data, ...body }) => ({
      ...body,
      data: isObject(data)
        ? Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'plains'))
        : data,
    }),
    'shows owning sides only',
  ),
  renames('rest.filters.$endsWith', /\$endsWith\]/, '$$contains]', 'takes $endsWith for $contains'),
  renames('rest.filters.$endsWithi', /\$endsWithi\]/, '$$containsi]', 'takes $endsWithi for $containsi'),
  renames(
    'rest.filters.$startsWithi',
    /\$startsWithi\]/,
    '$$containsi]',
    'takes $startsWithi for $containsi',
  ),
  retold('graphql.filters.endsWith', /endsWith:/, 'contains:', 'takes endsWith for contains'),
  retold('graphql.sort.default-asc', /, sort: \[\\"day\\"\]/, '', 'ignores sort over GraphQL'),
  writes('rest.update.null.kinds', ({ ts: _ts, ...rest }) => rest, 'does not clear a timestamp'),
  writes('rest.update.null.kinds', ({ enumv: _enumv, ...rest }) => rest, 'does not clear an enumeration'),
  writes(
    'rest.update.replaces.repeatable',
    (data) => (Array.isArray(data.links) ? { ...data, links: [{ label: 'one' }, ...data.links] } : data),
    'keeps an entry of a repeatable component',
  ),
  writes(
    'rest.update.replaces.zone',
    (data) => (Array.isArray(data.zone) && data.zone.length === 0 ? {} : data),
    'does not empty a zone',
  ),
  {
    row: 'states.per-locale.delete',
    does: 'deletes all locales',
    query: (pairs, { method }) =>
      method === 'DELETE' ? pairs.map(([key]): Pair => [key, key === 'locale' ? '*' : '']) : pairs,
  },
  {
    row: 'quire.actions.locale',
    does: 'acts on the default locale',
    query: (pairs, { path }) =>
      path.includes('/actions/') ? pairs.filter(([key]) => key !== 'locale') : pairs,
  },
  retold('relations.position.after.last', /"after":/, '"before":', 'takes after for before'),
  retold('relations.position.before.first', /,"position":\{[^}]*\}/, '', 'ignores before'),
  retold('relations.position.end.after-start', /"start":true/, '"end":true', 'takes start for end'),
  retold('relations.long.locale', /,"locale":"fr"/, '', 'ignores the locale of a target'),
  retold('relations.long.locale', /"locale":"en"/, '"locale":"fr"', 'connects one locale always'),
  writes(
    'relations.disconnect.to-one',
    (data) => (isObject(data.group) ? { ...data, group: null } : data),
    'disconnects whatever is there',
  ),
  writes('relations.both-sides', ({ plains: _plains, ...rest }) => rest, 'ignores the inverse side'),
  typed('errors.json', (status) => status === 404, 'answers 404 as a page'),
  typed('errors.json', (status) => status === 400, 'answers 400 as a page'),
  typed('rest.body.answers', (_status, { method }) => method === 'PUT', 'answers PUT as a page'),
  answers(
    'document.updated-at',
    (body) =>
      isObject(body.data) ? { ...body, data: { ...body.data, updatedAt: body.data.createdAt } } : body,
    'shows createdAt as updatedAt',
  ),
  drops('quire.private.deeper', /articles\]\[private_note\]/, 'ignores deeper filters on private attributes'),
  drops(
    'quire.private.deeper',
    /populate\[articles\]\[sort\]/,
    'ignores a deeper sort by private attributes',
  ),
  drops('quire.password.deeper', /populate\[articles\]\[filters\]/, 'ignores deeper filters on passwords'),
  drops('quire.filters.single-component', /\[seo\]/, 'ignores filters on a component'),
  writes(
    'quire.values.unique-update',
    ({ uniq: _uniq, ...rest }) => rest,
    'ignores unique values of updates',
  ),
  writes(
    'quire.values.unique-update',
    ({ comp: _comp, ...rest }) => rest,
    'ignores unique values of components',
  ),
  {
    row: 'quire.values.unique-publish',
    does: 'publishes a taken value',
    answer: (_answer, { path }) =>
      path.includes('/actions/publish') ? { status: 200, body: { data: {}, meta: {} } } : {},
  },
  writes('quire.values.email', ({ mail: _mail, ...rest }) => rest, 'ignores a wrong address'),
  {
    row: 'quire.access.blocked',
    does: 'does not block a user',
    body: (body) => (isObject(body) && 'blocked' in body ? { blocked: false } : body),
  },
  {
    row: 'quire.access.login-refused',
    does: 'answers 401 to a wrong login',
    answer: ({ status }, { path }) => (path.endsWith('/auth/local') && status === 400 ? { status: 401 } : {}),
  },
  {
    row: 'quire.access.custom-token',
    does: 'gives custom tokens full access',
    body: (body) =>
      isObject(body) && body.type === 'custom' ? { name: body.name, type: 'full-access' } : body,
  },
  {
    row: 'auth.sandbox.headers',
    does: 'serves a page without a place for headers',
    answer: ({ headers }) =>
      (headers['content-type'] ?? '').includes('html') ? { text: '<html></html>', body: undefined } : {},
  },
];
