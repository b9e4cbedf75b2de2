// A higher limit of the `query` step in config/middlewares also raises the limit in config/api: a request must pass both.
import type { ApiConfig } from './api-config';
import type { MiddlewaresConfig } from './middlewares-config';

export function withQueryStepLimits(api: ApiConfig, middlewares: MiddlewaresConfig): ApiConfig {
  const entry = middlewares?.find(
    ({ name, resolve, enabled }) => name === 'query' && enabled && resolve === undefined,
  );
  const given = entry?.config;
  const larger = (key: 'arrayLimit' | 'depth' | 'conditions', step: string = key): number => {
    const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, step) : undefined;
    return typeof value === 'number' ? Math.max(api.limits[key], value) : api.limits[key];
  };
  const limits = {
    ...api.limits,
    arrayLimit: larger('arrayLimit'),
    depth: larger('depth'),
    conditions: larger('conditions', 'parameters'),
  };
  return { ...api, limits };
}
