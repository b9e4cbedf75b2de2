// The parameters of Strapi's services → the arguments of the document service.
import { type App, type ContentType, check, coreErrors, type ReadArguments } from '../../../core';
import { knownData } from './known-data';
import { rightsIn } from './scope';

export type Params = Readonly<Record<string, unknown>>;

const PASSED = [
  'filters',
  'fields',
  'populate',
  'sort',
  '_q',
  'locale',
  'hasPublishedVersion',
  'publicationFilter',
];
const PAGE = ['page', 'pageSize'];
const OFFSET = ['start', 'limit'];

/** Code of Strapi reads and writes drafts unless it names a status. */
function readArguments(params: Params): ReadArguments {
  const args: Record<string, unknown> = { status: params.status ?? 'draft', ...rightsIn(params) };
  for (const name of PASSED)
    if (params[name] !== undefined && params[name] !== null) args[name] = params[name];
  const pagination = paginationOf(params);
  if (pagination !== undefined) args.pagination = pagination;
  return args;
}

/** The arguments of an action of `strapi.documents(uid)`. */
export function coreArguments(
  action: string,
  params: Params,
  type: ContentType,
  schema: App['schema'],
): ReadArguments & Params {
  const args = readArguments(params) as ReadArguments & Params;
  switch (action) {
    case 'findMany':
    case 'count':
      return args;
    case 'findFirst':
      return { ...args, pagination: { start: 0, limit: 1, withCount: false } };
    case 'create':
      return { ...args, data: dataOf(params, type, schema) };
    case 'findOne':
      return { ...args, documentId: documentIdOf(params, type) };
    case 'update':
    case 'clone':
      return { ...args, documentId: documentIdOf(params, type), data: dataOf(params, type, schema) };
    default: {
      // A status of a delete or of `publish` means nothing.
      const { status: _, ...others } = args;
      return { ...others, documentId: documentIdOf(params, type) };
    }
  }
}

const dataOf = ({ data = {} }: Params, type: ContentType, schema: App['schema']): unknown =>
  check.isPlainObject(data) ? knownData(data, type, schema) : data;

/** Strapi takes the words of a page beside `filters`, or inside `pagination`. */
function paginationOf(params: Params): unknown {
  if (params.pagination !== undefined) return params.pagination;
  for (const names of [PAGE, OFFSET]) {
    const given = names.filter((name) => params[name] !== undefined && params[name] !== null);
    if (given.length > 0) return Object.fromEntries(given.map((name) => [name, params[name]]));
  }
  return undefined;
}

function documentIdOf(params: Params, { uid }: ContentType): string {
  const { documentId } = params;
  if (typeof documentId === 'string' && documentId !== '') return documentId;
  throw coreErrors.QUERY_INVALID(`The call of strapi.documents('${uid}') names no documentId`);
}
