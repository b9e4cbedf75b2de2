// Each kind of relation from each side: every spelling, order, positions, and the versions of both sides.
import { check, get, idOf, made, post, put } from '../build';
import type { Case, Given, Step } from '../case';

/** How a kind names its documents, and a body for a new target. */
interface Kind {
  readonly at: string;
  readonly attribute: string;
  readonly target: string;
  /** A polymorphic relation names the type of each target. */
  readonly type?: string;
}

/** `/plains labels /labels`: the path, the attribute, the path of the target, and the type that a body names. */
const kindOf = (text: string): Kind => {
  const [at = '', attribute = '', target = '', type] = text.split(' ');
  return { at, attribute, target, ...(type === undefined ? {} : { type }) };
};
const LISTS = [
  '/plains labels /labels',
  '/labels plains /plains',
  '/groups plains /plains',
  '/categories children /categories',
  '/articles tags /tags',
  '/articles related /articles',
  '/authors articles /articles',
  '/tags articles /articles',
  '/samples friends /samples',
  '/samples friendOf /samples',
  '/samples children /samples',
  '/zoos oneMany /tags',
  '/zoos manyMany /restaurants',
  '/zoos drafts /authors',
  '/pointers samples /samples',
  '/zoos morphMany /tags api::tag.tag',
].map(kindOf);
const SINGLES = [
  '/plains group /groups',
  '/categories parent /categories',
  '/articles category /categories',
  '/articles author /authors',
  '/authors profile /profiles',
  '/profiles author /authors',
  '/samples parent /samples',
  '/samples mate /samples',
  '/samples mateOf /samples',
  '/zoos oneOne /tags',
  '/zoos manyOne /restaurants',
  '/pointers sample /samples',
  '/zoos morphOne /tags api::tag.tag',
].map(kindOf);
const HAS_DRAFTS = ['/articles', '/authors', '/samples', '/zoos'];

/** The attribute with the name of a document. */
const NAMES: Readonly<Record<string, string>> = {
  '/articles': 'title',
  '/profiles': 'nick',
  '/restaurants': 'Name',
};
const nameOf = (at: string): string => NAMES[at] ?? 'name';
/** A document as a body names it. */
const short = ({ type }: Kind, alias: string): unknown =>
  type === undefined ? idOf(alias) : { __type: type, documentId: idOf(alias) };
const long = ({ type }: Kind, alias: string, position?: object): object => ({
  ...(type === undefined ? {} : { __type: type }),
  documentId: idOf(alias),
  ...(position === undefined ? {} : { position }),
});
const targets = ({ target }: Kind): Record<string, Given> =>
  Object.fromEntries(
    ['t', 'u', 'v', 'w'].map((alias) => [alias, made(target, { [nameOf(target)]: `{mark} ${alias}` })]),
  );

const created = (kind: Kind, value: unknown): Step =>
  post(kind.at, { [nameOf(kind.at)]: '{mark}', [kind.attribute]: value }, { status: 201 }, { save: 'a' });
const written = ({ at, attribute }: Kind, value: unknown, status = 200): Step =>
  put(`${at}/{a.documentId}`, { [attribute]: value }, { status });

/** What each version shows. */
function shows({ at, attribute }: Kind, found: readonly string[] | string | null): Step[] {
  const statuses = HAS_DRAFTS.includes(at) ? ['', '&status=draft'] : [''];
  return statuses.map((status) =>
    get(`${at}/{a.documentId}?populate=${attribute}${status}`, {
      at:
        typeof found === 'string' || found === null
          ? { [found === null ? `data.${attribute}` : `data.${attribute}.documentId`]: found && idOf(found) }
          : { [`data.${attribute}.*.documentId`]: found.map(idOf) },
    }),
  );
}

function listCase(kind: Kind): Case {
  const at = (alias: string, position: object): object => long(kind, alias, position);
  const one = (alias: string): unknown => short(kind, alias);
  /** Bodies in turn, and the list after each of them. */
  const turns: readonly (readonly [body: unknown, ...list: string[]])[] = [
    [{ connect: [one('v')] }, 't', 'u', 'v'],
    [{ connect: [at('w', { before: idOf('u') })] }, 't', 'w', 'u', 'v'],
    [{ connect: [at('v', { after: idOf('t') })] }, 't', 'v', 'w', 'u'],
    [{ connect: [at('u', { start: true })] }, 'u', 't', 'v', 'w'],
    [{ connect: [at('t', { end: true })] }, 'u', 'v', 'w', 't'],
    [{ connect: [one('v')] }, 'u', 'w', 't', 'v'],
    [{ connect: [at('t', { start: true }), at('w', { start: true })] }, 'w', 't', 'u', 'v'],
    [{ connect: [at('v', { before: idOf('t') }), at('w', { after: idOf('v') })] }, 'v', 'w', 't', 'u'],
    [{ disconnect: [one('w'), long(kind, 'u')] }, 'v', 't'],
    [{ connect: [at('u', { after: idOf('w') }), one('w')] }, 'v', 't', 'w', 'u'],
    [{ connect: [at('u', { before: idOf('v') })], disconnect: [one('t')] }, 'u', 'v', 'w'],
    [{ set: [one('w'), long(kind, 't'), one('u')] }, 'w', 't', 'u'],
    [[long(kind, 'u'), one('v')], 'u', 'v'],
    [{ set: [] }],
    [{ connect: long(kind, 'v') }, 'v'],
    [{ set: one('t') }, 't'],
    [null],
  ];
  return check(
    'quire.relations.lists',
    targets(kind),
    [
      created(kind, [one('t'), one('u')]),
      ...shows(kind, ['t', 'u']),
      ...turns.flatMap(([body, ...list]) => [written(kind, body), ...shows(kind, list)]),
      written(kind, [one('t'), one('u')]),
      ...[
        { connect: [one('v'), long(kind, 'v')] },
        { connect: [one('v')], set: [one('w')] },
        { disconnect: [one('t')], set: [one('w')] },
        { connect: [at('v', { before: idOf('w') }), at('w', { before: idOf('v') })] },
        { connect: [at('v', { after: idOf('w') })] },
      ].map((body) => written(kind, body, 400)),
      ...shows(kind, ['t', 'u']),
    ],
    { name: `${kind.at} ${kind.attribute}` },
  );
}

function singleCase(kind: Kind): Case {
  const [t, u] = [short(kind, 't'), short(kind, 'u')];
  const turns: readonly (readonly [body: unknown, shown: string | null])[] = [
    [[t, u], 'u'],
    [{ connect: [u, long(kind, 't')] }, 't'],
    [{ set: [t, u] }, 'u'],
    [{ connect: [t] }, 't'],
    [{ disconnect: [u] }, 't'],
    [{ connect: [u], disconnect: [t] }, 'u'],
    [long(kind, 't'), 't'],
    [{ disconnect: [t] }, null],
    [{ set: u }, 'u'],
    [{ set: [] }, null],
    [t, 't'],
    [null, null],
  ];
  return check(
    'quire.relations.singles',
    targets(kind),
    [
      created(kind, t),
      ...shows(kind, 't'),
      ...turns.flatMap(([body, shown]) => [written(kind, body), ...shows(kind, shown)]),
    ],
    { name: `${kind.at} ${kind.attribute}` },
  );
}

export const quireRelationKindCases: readonly Case[] = [...LISTS.map(listCase), ...SINGLES.map(singleCase)];
