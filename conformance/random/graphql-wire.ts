// Writes random questions and bodies as GraphQL operations. The answers get the form of REST answers, so one comparison works for both.
import type { Answer } from '../cases/case';
import { valueAt } from '../wire/captures';
import { aggregateSelection } from './aggregates';
import { type Shape, shows } from './compare';
import { filterOf, type IdOf, inBrackets, literal } from './graphql-text';
import { KINDS, type KindName, type PartField, type Structure } from './kinds';
import type { LinkChange } from './links';
import type { Fragment, Populate, Question } from './model';
import type { Body, Write } from './state';
import { type Entry, mapped, targetOf } from './stored';
import { positionOf } from './wire';

/** The body of a request. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const SINGULAR: Readonly<Record<KindName, string>> = {
  plains: 'plain',
  groups: 'group',
  labels: 'label',
  articles: 'article',
  categories: 'category',
  tags: 'tag',
  authors: 'author',
  samples: 'sample',
  pointers: 'pointer',
  restaurants: 'restaurant',
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const typeOf = (kind: KindName): string => capital(SINGULAR[kind]);
/** `shared.quote` is `ComponentSharedQuote`. */
const componentType = (uid: string): string => `Component${uid.split('.').map(capital).join('')}`;
/** More documents than a world has. `-1` (all) would reach the limit of nodes. */
const PAGINATION = 'pagination: { limit: 14 }';
const WHOLE: Fragment = { fields: [], populate: [] };

/** `big` is different in every document, so no order has ties. */
export function questionOperation(question: Question, mark: string, idOf: IdOf): Operation {
  const { kind, one, filter, sort, page, locale, status } = question;
  const selection = documentSelection({ ...question, kind }, idOf);
  const versions = versionArguments(locale, status);
  if (one !== null)
    return {
      query: `query ($id: ID!) { answer: ${SINGULAR[kind]}${inBrackets(['documentId: $id', ...versions])} { ${selection} } }`,
      variables: { id: idOf(one) },
    };
  const filters = {
    and: [{ [KINDS[kind].mark ?? '']: { eq: mark } }, ...(filter ? [filterOf(filter, idOf)] : [])],
  };
  const words = [...sort, 'big'];
  if (isFlat(question)) {
    const given = ['filters: $filters', 'sort: $sort', 'pagination: $pagination', ...versions];
    return {
      query: `query ($filters: ${typeOf(kind)}FiltersInput, $sort: [String], $pagination: PaginationArg) { answer: ${kind}${inBrackets(given)} { ${selection} } }`,
      variables: { filters, sort: words, ...(page ? { pagination: paginationOf(question) } : {}) },
    };
  }
  const given = [`filters: ${literal(filters)}`, `sort: ${literal(words)}`, ...versions];
  if (page) given.push(`pagination: ${literal(paginationOf(question))}`);
  const more = question.aggregate ? ` ${aggregateSelection(kind, question.aggregate, idOf)}` : '';
  return {
    query: `{ answer: ${kind}_connection${inBrackets(given)} { nodes { ${selection} } pageInfo { page pageSize pageCount total }${more} } }`,
    variables: {},
  };
}

/** Events about the documents that the question finds, and about the document that `last` names. */
export function changesOperation(question: Question, mark: string, last: string, idOf: IdOf): Operation {
  const { kind, filter, locale, status } = question;
  const name = KINDS[kind].mark ?? '';
  const found = { and: [{ [name]: { eq: mark } }, ...(filter ? [filterOf(filter, idOf)] : [])] };
  const given = [
    `filters: ${literal({ or: [{ [name]: { eq: last } }, found] })}`,
    ...versionArguments(locale, status),
  ];
  return {
    query: `subscription { answer: ${SINGULAR[kind]}Changed${inBrackets(given)} { event documentId document { ${documentSelection({ ...question, kind }, idOf)} } } }`,
    variables: {},
  };
}

/** A list without totals. */
const isFlat = ({ page }: Question): boolean => page?.withCount === false;

function paginationOf({ page }: Question): object {
  if (!page) return {};
  return page.kind === 'page'
    ? { page: page.first, pageSize: page.size }
    : { start: page.first, limit: page.size };
}

const versionArguments = (locale: string | null, status: string | null): string[] => [
  ...(locale === null ? [] : [`locale: ${JSON.stringify(locale)}`]),
  ...(status === null ? [] : [`status: ${status.toUpperCase()}`]),
];

// ── selections ──

function documentSelection(shape: Shape, idOf: IdOf): string {
  const system = ['locale', 'publishedAt'] as const;
  const shown = system.filter((name) => shows(shape, name) && !shape.fields.includes(name));
  return ['documentId', ...shown, contentSelection(KINDS[shape.kind], shape, idOf)].join(' ');
}

function contentSelection(structure: Structure, { fields, populate }: Fragment, idOf: IdOf): string {
  const names = fields.length > 0 ? fields : Object.keys(structure.attributes);
  return [...names, ...populate.map((part) => partSelection(structure, part, idOf))].join(' ');
}

/** Questions select lists with and without `nodes`. */
function partSelection({ links, mirrors, parts }: Structure, part: Populate, idOf: IdOf): string {
  const { name, filter, sort, fields } = part;
  const field = parts[name];
  if (field?.isZone) {
    const entries = Object.entries(field.of).map(([uid, of]) => {
      const fragment = part.on ? (part.on[uid] ?? WHOLE) : part;
      return `... on ${componentType(uid)} { ${contentSelection(of, fragment, idOf)} }`;
    });
    return `${name} { __typename ${entries.join(' ')} }`;
  }
  const narrowed = filter ? [`filters: ${literal(filterOf(filter, idOf))}`] : [];
  if (field) {
    const [of] = Object.values(field.of).map((one) => contentSelection(one, part, idOf));
    return `${name}${inBrackets(narrowed)} { ${of} }`;
  }
  const kind = links[name]?.to ?? mirrors[name]?.of;
  if (!kind) throw new Error(`there is no relation ${name}`);
  const selection = documentSelection({ ...part, kind }, idOf);
  // Selections of one field are merged.
  const twice = (field: string): string =>
    part.populate.length > 0
      ? `${field} { documentId } ${field} { ${selection} }`
      : `${field} { ${selection} }`;
  if (!(links[name]?.isMany ?? !mirrors[name]?.isOne)) return twice(name);
  const sorted = sort.length > 0 ? [`sort: ${literal(sort.length === 1 ? sort[0] : sort)}`] : [];
  const given = inBrackets([...narrowed, ...sorted, PAGINATION]);
  return fields.length > 0
    ? `${name}: ${name}_connection${given} { nodes { ${selection} } }`
    : twice(`${name}${given}`);
}

// ── writes ──

const OPERATIONS: Readonly<Record<Write['does'], string>> = {
  ...{ create: 'create', update: 'update', delete: 'delete' },
  ...{ publish: 'publish', unpublish: 'unpublish', 'discard-draft': 'discardDraft' },
};

export function writeOperation(write: Write, marks: object, idOf: IdOf): Operation {
  const { does, kind, key, locale, status, body, shows: shown = WHOLE } = write;
  const type = typeOf(kind);
  const declared = [...(does === 'create' ? [] : ['$id: ID!']), ...(body ? [`$data: ${type}Input!`] : [])];
  const given = [
    ...(does === 'create' ? [] : ['documentId: $id']),
    ...(body ? ['data: $data'] : []),
    ...versionArguments(locale, status),
  ];
  return {
    query: `mutation${inBrackets(declared)} { answer: ${OPERATIONS[does]}${type}${inBrackets(given)} { ${body ? documentSelection({ ...shown, kind }, idOf) : 'documentId'} } }`,
    variables: {
      ...(does === 'create' ? {} : { id: idOf(key) }),
      ...(body ? { data: { ...dataOf(kind, body, idOf), ...marks } } : {}),
    },
  };
}

function dataOf(kind: KindName, { values, links, parts }: Body, idOf: IdOf): object {
  return {
    ...values,
    ...mapped(parts, (entries, name) => entriesOf(entries, KINDS[kind].parts[name], idOf)),
    ...Object.fromEntries(Object.entries(links).map(([name, change]) => linkPair(name, change, idOf))),
  };
}

function entriesOf(entries: readonly Entry[], field: PartField | undefined, idOf: IdOf): unknown {
  const bodies = entries.map(({ component, values, links, parts }) => {
    const of = field?.of[component];
    return {
      ...(field?.isZone ? { __typename: componentType(component) } : {}),
      ...values,
      ...Object.fromEntries(
        Object.entries(links).map(([name, set]) =>
          linkPair(name, { set, form: of?.links[name]?.isMany ? 'list' : 'one' }, idOf),
        ),
      ),
      ...mapped(parts, (inner, name) => entriesOf(inner, of?.parts[name], idOf)),
    };
  });
  return field?.isMany ? bodies : (bodies[0] ?? null);
}

/** The field of a relation takes documentIds. The other forms have fields with their own names. */
function linkPair(name: string, change: LinkChange, idOf: IdOf): [string, unknown] {
  const refer = (link: string): object => {
    const { key, locale, status } = targetOf(link);
    return { documentId: idOf(key), ...(locale ? { locale } : {}), ...(status ? { status } : {}) };
  };
  if ('set' in change) {
    const isNamed = change.set.some((link) => targetOf(link).key !== link);
    if (isNamed || change.form === 'set') return [`${name}_relation`, { set: change.set.map(refer) }];
    return [name, change.form === 'list' ? change.set.map(idOf) : (change.set.map(idOf)[0] ?? null)];
  }
  const connect = change.connect.map(({ key, place }) => {
    if (!place) return refer(key);
    return { ...refer(key), position: positionOf(place, idOf) };
  });
  return [`${name}_relation`, { connect, disconnect: change.disconnect.map(refer) }];
}

// ── answers ──

/** The answer in the form of REST, with `data` and `meta`. An answer with errors becomes a refusal. */
export function restAnswer(answer: Answer, question: Question | null): Answer {
  const { status, body } = answer;
  const errors = valueAt(body, 'errors');
  if (errors !== undefined) return { ...answer, status: status < 400 ? 400 : status };
  const given = valueAt(body, 'data.answer');
  const isList = question !== null && question.one === null;
  if (!isList || isFlat(question)) return { ...answer, body: { data: inRestForm(given), meta: {} } };
  const meta = { pagination: valueAt(given, 'pageInfo'), aggregate: valueAt(given, 'aggregate') };
  return { ...answer, body: { data: inRestForm(valueAt(given, 'nodes')), meta } };
}

/** Replaces `{ nodes }` by the list, and `__typename` by `__component`. */
export function inRestForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inRestForm);
  if (typeof value !== 'object' || value === null) return value;
  const nodes = valueAt(value, 'nodes');
  if (nodes !== undefined) return inRestForm(nodes);
  const { __typename: type, ...rest } = value as Record<string, unknown>;
  const [, category = '', name = ''] = /^Component([A-Z][a-z]*)(.*)$/.exec(String(type)) ?? [];
  return {
    ...(type === undefined ? {} : { __component: `${category.toLowerCase()}.${name.toLowerCase()}` }),
    ...mapped(rest, inRestForm),
  };
}
