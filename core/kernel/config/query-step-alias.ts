// Limits of queries stand in config/api (`limits`). The step `query` of config/middlewares had some of them: its keys still count, each with
// a warning.
//   { name: 'query', config: { arrayLimit: 150 } }      limits: { arrayLimit: 150 }
import type { ApiConfig } from './api-config';
import type { MiddlewaresConfig } from './middlewares-config';

export interface QueryStepAlias {
  readonly api: ApiConfig;
  /** For the log. */
  readonly warnings: readonly string[];
}

const KEYS = ['arrayLimit', 'depth', 'parameters'] as const;

export function withQueryStep(api: ApiConfig, middlewares: MiddlewaresConfig): QueryStepAlias {
  const entry = middlewares?.find(
    ({ name, resolve, enabled }) => name === 'query' && enabled && resolve === undefined,
  );
  const given = entry?.config;
  if (typeof given !== 'object' || given === null) return { api, warnings: [] };
  const limits: Record<string, number> = {};
  for (const key of KEYS) {
    const value: unknown = Reflect.get(given, key);
    if (typeof value === 'number') limits[key] = value;
  }
  const warnings = Object.entries(limits).map(
    ([key, value]) =>
      `config/middlewares: "${key}" of the step "query" is deprecated; write "limits": { "${key}": ${value} } in config/api`,
  );
  // More parameters were of no use without more conditions.
  const conditions = Math.max(api.limits.conditions, limits.parameters ?? 0);
  return { api: { ...api, limits: { ...api.limits, ...limits, conditions } }, warnings };
}
