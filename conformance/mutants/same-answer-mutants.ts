// Deployments that differ where clients of the peer rely on an answer.
import { drops, renames, retold, values } from './build';
import type { Mutant, Seen } from './mutating-proxy';

const asks = ({ query }: Seen, pattern: RegExp): boolean =>
  query.some(([key, value]) => pattern.test(`${key}=${value}`));
const sends = ({ body }: Seen, pattern: RegExp): boolean => pattern.test(JSON.stringify(body) ?? '');
const refuses = (row: string, isMeant: (seen: Seen) => boolean, does: string): Mutant => ({
  row,
  does,
  answer: (_answer, seen) =>
    isMeant(seen)
      ? { status: 400, body: { data: null, error: { status: 400, name: 'ValidationError' } } }
      : {},
});

export const sameAnswerMutants: readonly Mutant[] = [
  drops('quire.same.zone-filter', /\[on\].*\[filters\]/, 'keeps every entry of a zone'),
  drops('quire.same.zone-sort', /\[on\].*\[sort\]/, 'checks no sort in a zone'),
  drops('quire.same.nested-filter', /\[metas\]\[filters\]/, 'keeps every nested entry'),
  drops('quire.same.nested-sort', /\[metas\]\[sort\]/, 'keeps the stored order'),
  drops('quire.same.on-wins', /\[zone\]\[on\]/, 'takes populate for on'),
  drops('quire.same.sort-blocks', /^sort/, 'ignores a sort by blocks'),
  refuses(
    'quire.same.sort-prefix',
    (seen) => asks(seen, /^sort=tags\.name,tags\.id/),
    'counts a list once per key',
  ),
  retold('quire.same.email', /"mail":"no"/, '"mail":"no@b.c"', 'accepts a wrong address'),
  refuses('quire.same.list-min', (seen) => sends(seen, /"comps":\[\]/), 'refuses an empty list'),
  retold('quire.same.not-strict', /,"options":\{[^}]*\}/, '', 'is always strict'),
  retold('quire.same.typed-position', /,"position":\{[^}]*\}/, '', 'ignores a position with a type'),
  retold('quire.same.disconnect-unknown', /"disconnect":\[999999999\]/, '"set":[]', 'disconnects everything'),
  refuses('quire.same.connect-status', (seen) => sends(seen, /"status":"nope"/), 'refuses an unknown status'),
  drops('quire.same.has-published', /^hasPublishedVersion/, 'ignores the word'),
  drops('quire.same.published-drafts', /^publicationFilter/, 'ignores the word'),
  retold('quire.same.user-address', /"email":"no"/, '"email":"no@conform.test"', 'stores every address'),
  {
    row: 'quire.same.user-keeps-role',
    does: 'accepts a user without a role',
    answer: (_answer, { method, path }) =>
      method === 'PUT' && /\/users\/\d/.test(path) ? { status: 200 } : {},
  },
  {
    row: 'quire.same.role-users',
    does: 'shows the users of a role',
    answer: ({ text }) =>
      text.includes('"role":{') ? { body: JSON.parse(text.replace('"role":{', '"role":{"users":[],')) } : {},
  },
  renames('quire.filters.no-related', /\[\$null\]/, '[$notNull]', 'inverts $null'),
  renames('quire.filters.no-entry', /\[\$null\]/, '[$notNull]', 'inverts $null'),
  drops('quire.filters.list-operand', /\]\[[1-9]\]$/, 'reads the first element'),
  drops('quire.filters.list-in-logic', /\$or\]\[\d\]\[[1-9]\]/, 'reads the first condition'),
  drops('quire.filters.in-nothing', /\[\$in\]$/, 'ignores $in without a value'),
  drops('quire.filters.component-value', /^filters\[(seo|links)\]/, 'ignores the filter'),
  values(
    'quire.filters.null-any',
    (key, value) => (key.includes('$null') ? 'true' : value),
    'takes each value for true',
  ),
  drops('quire.filters.search', /^_q/, 'ignores _q'),
  {
    row: 'quire.filters.on-writes',
    does: 'ignores the query of a write',
    query: (pairs, { method }) => (method === 'GET' ? pairs : []),
  },
  drops('quire.populate.component-filter', /\[seo\]\[filters\]/, 'ignores filters of a component'),
  drops('quire.sort.json', /^sort/, 'ignores a sort by json'),
  retold('quire.values.unique-component', /,"uq":"[^"]*"/, '', 'enforces no unique value in a component'),
  retold('quire.values.unique-empty', /"uniq":""/, '"uniq":"empty"', 'takes an empty text for a value'),
  retold('quire.values.component-id-unknown', /"id":[^,}]*,/g, '', 'replaces the entry'),
];
