// From the raw query to a finished tree: parse, then the passes in their order. One function, read top to bottom.
import type { ContentType } from '../model/compiled/content-type';
import type { QueryNode } from './ast';
import { parseQuery } from './parse';
import { applyAxisPermissions } from './passes/axis-permissions';
import { bindAxes, releaseFilteredAxes } from './passes/bind-axes';
import { expandWildcards } from './passes/expand';
import { checkLimits } from './passes/limits';
import { keepStableOrder } from './passes/stable-order';
import { applyRowFilters } from './passes/visibility';
import type { QueryContext } from './query-context';
import type { RawQuery } from './raw-query';

export type { QueryContext } from './query-context';

/** `one`: at most one document is wanted (no pagination; `sort` is still checked). */
export type PrepareQuery = (
  raw: RawQuery,
  type: ContentType,
  context: QueryContext,
  one: boolean,
) => QueryNode;

export const prepareQuery: PrepareQuery = (raw, type, context, one) => {
  const root = parseQuery(raw, type, context, one);
  releaseFilteredAxes(root);
  expandWildcards(root, context);
  applyRowFilters(root, context);
  context.transform?.(root, context);
  bindAxes(root, context);
  applyAxisPermissions(root, context);
  checkLimits(root, context.limits);
  keepStableOrder(root);
  return root;
};
