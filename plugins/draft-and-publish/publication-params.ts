// `hasPublishedVersion` and `publicationFilter`: which documents, by what became of their versions. Each is a condition on
// the other rows of the document, put into the root of the tree.
import {
  ANY,
  type AxisBindings,
  type ContentType,
  coreErrors,
  type Filter,
  type ParamDefinition,
  type QueryNode,
  type QueryRequest,
  type ScalarAttribute,
  siblingsOf,
} from '../../core';
import { draftErrors } from './errors';
import { hasStatus, PUBLISHED_AT, readDraftAction, type Status, statusAsked } from './status';

type Condition = (type: ContentType, status: Status) => Filter;

/** `true` where the answer is the same as without it, so that who sees no drafts may ask. */
interface PublicationFilter {
  readonly isNeutral: (status: Status) => boolean;
  readonly condition: Condition;
}

const published = (status: Status): boolean => status === 'published';
const never = (): boolean => false;

const FILTERS: Readonly<Record<string, PublicationFilter>> = {
  'never-published': { isNeutral: never, condition: (type) => not(has(type, 'published')) },
  'has-published-version': { isNeutral: published, condition: (type) => has(type, 'published') },
  modified: {
    isNeutral: never,
    condition: (type, status) => has(type, other(status), isModified(type, status, 1)),
  },
  unmodified: {
    isNeutral: never,
    condition: (type, status) => has(type, other(status), isModified(type, status, 0)),
  },
  'never-published-document': {
    isNeutral: never,
    condition: (type) => not(has(type, 'published', null, everywhere(type))),
  },
  'has-published-version-document': {
    isNeutral: published,
    condition: (type) => has(type, 'published', null, everywhere(type)),
  },
  'published-without-draft': {
    isNeutral: never,
    condition: (type) => both(has(type, 'published'), not(has(type, 'draft'))),
  },
  'published-with-draft': {
    isNeutral: never,
    condition: (type) => both(has(type, 'published'), has(type, 'draft')),
  },
};

export const PUBLICATION_FILTERS: readonly string[] = Object.keys(FILTERS);

export const hasPublishedParam: ParamDefinition<boolean> = {
  name: 'hasPublishedVersion',
  plugin: 'draft-and-publish',
  description:
    'Only documents that have a published version in the locale shown (true), or have none (false)',
  on: ['find', 'findOne'],
  parse(raw) {
    if (raw === true || raw === 'true') return true;
    if (raw === false || raw === 'false') return false;
    throw draftErrors.HAS_PUBLISHED_INVALID();
  },
  apply: (request, wanted, type) => guard(request, type, wanted ? published : never),
  transform(node, wanted) {
    if (hasStatus(node.type))
      restrict(node, wanted ? has(node.type, 'published') : not(has(node.type, 'published')));
  },
  openapi: { type: 'boolean' },
};

export const publicationFilterParam: ParamDefinition<PublicationFilter> = {
  name: 'publicationFilter',
  plugin: 'draft-and-publish',
  description: 'Only documents of which the versions are as named',
  on: ['find', 'findOne'],
  parse(raw) {
    const filter = typeof raw === 'string' && Object.hasOwn(FILTERS, raw) ? FILTERS[raw] : undefined;
    if (!filter) throw draftErrors.FILTER_INVALID(PUBLICATION_FILTERS);
    return filter;
  },
  apply: (request, filter, type) => guard(request, type, filter.isNeutral),
  transform(node, { condition }, { axes }) {
    if (hasStatus(node.type)) restrict(node, condition(node.type, statusAsked(axes) ?? 'published'));
  },
  openapi: { type: 'string', enum: PUBLICATION_FILTERS },
};

/** Whether there is a draft tells something about drafts. */
function guard(request: QueryRequest, type: ContentType, isNeutral: (status: Status) => boolean): void {
  if (!hasStatus(type) || isNeutral(statusAsked(request.axes) ?? 'published')) return;
  const { visibility } = request;
  const action = readDraftAction(type.uid);
  if (visibility?.allows?.(action) === false) throw coreErrors.ACCESS_FORBIDDEN(visibility.hint?.(action));
}

function restrict(node: QueryNode, condition: Filter): void {
  node.filter = node.filter ? both(node.filter, condition) : condition;
}

const other = (status: Status): Status => (status === 'draft' ? 'published' : 'draft');
const not = (of: Filter): Filter => ({ kind: 'not', of });
const both = (...of: readonly Filter[]): Filter => ({ kind: 'and', of });

/** Along every other axis too. */
const everywhere = (type: ContentType): AxisBindings =>
  Object.fromEntries(type.axes.filter(({ axis }) => axis.any).map(({ axis }) => [axis.name, ANY]));

/** The document has a row of this status, in the same place along other axes unless they are given. */
const has = (
  type: ContentType,
  status: Status,
  where: Filter | null = null,
  axes: AxisBindings = {},
): Filter => ({
  kind: 'related',
  attribute: siblingsOf(type.uid, `(${status})`, null),
  type,
  where,
  axes: { ...axes, status: { kind: 'values', values: [status] } },
  bound: [],
  origin: null,
});

/** Asked of the row of the other status; the row of `status` is above it. */
function isModified(type: ContentType, status: Status, value: 0 | 1): Filter {
  const id = type.scalars.get('id');
  if (!id) throw new Error(`${type.uid} has no id`);
  const field: ScalarAttribute = {
    ...id,
    name: `(modified, ${status})`,
    expression(own, above) {
      const draft = status === 'draft' ? above : own;
      return `CASE WHEN COALESCE(${draft(PUBLISHED_AT)}, '') = ${draft('updated_at')} THEN 0 ELSE 1 END`;
    },
  };
  return { kind: 'compare', field, operator: '$eq', value, asText: false, origin: null };
}
