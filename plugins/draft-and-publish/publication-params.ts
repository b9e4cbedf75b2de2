// `hasPublishedVersion` and `publicationFilter` filter documents by their versions. Each adds a condition on other rows of the document
// to the root of the query, and to the populated documents at each depth.
import {
  ANY,
  type AxisBindings,
  type ContentType,
  coreErrors,
  EQUAL,
  type Filter,
  type ParamDefinition,
  type Populate,
  pendingColumn,
  type QueryContext,
  type QueryNode,
  type QueryRequest,
  type ScalarAttribute,
  siblingsOf,
} from '../../core';
import { draftErrors } from './errors';
import { hasStatus, readDraftAction, STATUS_AXIS, type Status, statusAsked } from './status';

type Condition = (type: ContentType, status: Status) => Filter;

/** `isNeutral`: the filter changes no answer for this status, so a caller without `readDraft` may use it. */
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
    condition: (type) => not(isPublishedAnywhere(type)),
  },
  'has-published-version-document': {
    isNeutral: published,
    condition: (type) => isPublishedAnywhere(type),
  },
  'published-without-draft': {
    isNeutral: never,
    condition: (type) => both(has(type, 'published'), not(has(type, 'draft'))),
  },
  'published-with-draft': {
    isNeutral: never,
    condition: (type, status) =>
      status === 'draft'
        ? { kind: 'constant', value: false }
        : both(has(type, 'published'), has(type, 'draft')),
  },
};

export const PUBLICATION_FILTERS: readonly string[] = Object.keys(FILTERS);

export const hasPublishedParam: ParamDefinition<boolean> = {
  name: 'hasPublishedVersion',
  description: 'Only documents that have a published version in any locale (true), or have none (false)',
  on: ['find', 'findOne'],
  parse(raw) {
    if (raw === true || raw === 'true') return true;
    if (raw === false || raw === 'false') return false;
    throw draftErrors.HAS_PUBLISHED_INVALID();
  },
  apply: (request, wanted, type) => guard(request, type, wanted ? published : never),
  transform(node, wanted, { axes, visibility }) {
    restrict(node, {
      condition: (type) => (wanted ? isPublishedAnywhere(type) : not(isPublishedAnywhere(type))),
      isNeutral: wanted && statusAsked(axes) !== 'draft',
      visibility,
    });
  },
  graphql: { type: 'Boolean', on: () => true },
  openapi: { type: 'boolean' },
};

export const publicationFilterParam: ParamDefinition<PublicationFilter> = {
  name: 'publicationFilter',
  description: 'Only documents whose versions match the filter',
  on: ['find', 'findOne'],
  parse(raw) {
    const filter = typeof raw === 'string' && Object.hasOwn(FILTERS, raw) ? FILTERS[raw] : undefined;
    if (!filter) throw draftErrors.FILTER_INVALID(PUBLICATION_FILTERS);
    return filter;
  },
  apply: (request, filter, type) => guard(request, type, filter.isNeutral),
  transform(node, { condition, isNeutral }, { axes, visibility }) {
    const status = statusAsked(axes) ?? 'published';
    restrict(node, {
      condition: (type) => condition(type, status),
      isNeutral: isNeutral(status),
      visibility,
    });
  },
  graphql: {
    type: 'PublicationFilter',
    values: Object.fromEntries(
      PUBLICATION_FILTERS.map((name) => [name.replace(/-/g, '_').toUpperCase(), name]),
    ),
    on: () => true,
  },
  openapi: { type: 'string', enum: PUBLICATION_FILTERS },
};

/** A filter shows whether a document has a draft, so it needs the permission to read drafts. */
function guard(request: QueryRequest, type: ContentType, isNeutral: (status: Status) => boolean): void {
  if (!hasStatus(type) || isNeutral(statusAsked(request.axes) ?? 'published')) return;
  const { visibility } = request;
  const action = readDraftAction(type.uid);
  if (visibility && !visibility.allows(action)) throw coreErrors.ACCESS_FORBIDDEN(visibility.hint?.(action));
}

interface Restriction {
  readonly condition: (type: ContentType) => Filter;
  readonly isNeutral: boolean;
  readonly visibility: QueryContext['visibility'];
}

/** `guard` has checked the root. */
function restrict(node: QueryNode, restriction: Restriction): void {
  if (hasStatus(node.type)) {
    const condition = restriction.condition(node.type);
    node.filter = node.filter ? both(node.filter, condition) : condition;
  }
  restrictBelow(node, restriction);
}

function restrictBelow(holder: { populate: readonly Populate[] }, restriction: Restriction): void {
  holder.populate = holder.populate.flatMap((populate): Populate[] => {
    if (populate.kind === 'component') restrictBelow(populate.entry, restriction);
    if (populate.kind === 'zone')
      for (const entry of populate.entries.values()) restrictBelow(entry, restriction);
    if (populate.kind !== 'relation') return [populate];
    const targets = populate.targets.filter(({ type }) => mayFilter(type, restriction));
    for (const target of targets) restrict(target, restriction);
    return targets.length === 0 && populate.targets.length > 0 ? [] : [{ ...populate, targets }];
  });
}

/** Without `readDraft` the key of a populated type is absent, as with `status=draft`. */
const mayFilter = (type: ContentType, { isNeutral, visibility }: Restriction): boolean =>
  !hasStatus(type) || isNeutral || visibility.allows?.(readDraftAction(type.uid)) !== false;

const other = (status: Status): Status => (status === 'draft' ? 'published' : 'draft');
const not = (of: Filter): Filter => ({ kind: 'not', of });
const both = (...of: readonly Filter[]): Filter => ({ kind: 'and', of });

/** Every value of the other axes. */
const everywhere = (type: ContentType): AxisBindings =>
  Object.fromEntries(type.axes.filter(({ axis }) => axis.any).map(({ axis }) => [axis.name, ANY]));

/** The document has a row of this status, with equal values along all axes that `axes` does not name. */
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

const isPublishedAnywhere = (type: ContentType): Filter => has(type, 'published', null, everywhere(type));

/** Compares the pending column of the draft with `value`. The condition is on the other row; `status` is that of the row above it. */
function isModified(type: ContentType, status: Status, value: 0 | 1): Filter {
  const id = type.scalars.get('id');
  if (!id) throw new Error(`${type.uid} has no id`);
  const field: ScalarAttribute = {
    ...id,
    name: `(modified, ${status})`,
    expression: (own, above) => (status === 'draft' ? above : own)(pendingColumn(STATUS_AXIS)),
  };
  return { kind: 'compare', field, operator: EQUAL, value, origin: null };
}
