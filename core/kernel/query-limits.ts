// config/api → the limits of queries: those that REST puts on the wire, and those of calls that plugins and scripts make.
import type { ApiConfig } from '../config/api-config';
import type { QueryLimits } from '../query/raw-query';

export const restLimits = ({ rest, limits }: ApiConfig): QueryLimits => ({
  defaultLimit: rest.defaultLimit,
  maxLimit: rest.maxLimit,
  withCount: rest.withCount,
  ...limits,
  populatePages: false,
});

/** The program itself reads all that match unless it asks for a page, within what one request may cost. */
export const ownLimits = (config: ApiConfig): QueryLimits => ({
  ...restLimits(config),
  defaultLimit: Number.MAX_SAFE_INTEGER,
  maxLimit: null,
  withCount: false,
  populatePages: true,
});
