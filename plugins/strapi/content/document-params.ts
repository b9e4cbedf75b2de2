// The parameters of Strapi's services → the arguments of the document service.
import { type ContentType, coreErrors, type ReadArguments } from '../../../core';
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
export function readArguments(params: Params): ReadArguments {
  const args: Record<string, unknown> = { status: params.status ?? 'draft', ...rightsIn(params) };
  for (const name of PASSED)
    if (params[name] !== undefined && params[name] !== null) args[name] = params[name];
  const pagination = paginationOf(params);
  if (pagination !== undefined) args.pagination = pagination;
  return args;
}

/** Strapi takes the words of a page beside `filters`, or inside `pagination`. */
function paginationOf(params: Params): unknown {
  if (params.pagination !== undefined) return params.pagination;
  for (const names of [PAGE, OFFSET]) {
    const given = names.filter((name) => params[name] !== undefined && params[name] !== null);
    if (given.length > 0) return Object.fromEntries(given.map((name) => [name, params[name]]));
  }
  return undefined;
}

export function documentIdOf(params: Params, { uid }: ContentType): string {
  const { documentId } = params;
  if (typeof documentId === 'string' && documentId !== '') return documentId;
  throw coreErrors.QUERY_INVALID(`The call of strapi.documents('${uid}') names no documentId`);
}
