// What the `query` step of config/middlewares lets through, the limits of queries let through too: who raises a limit of the
// parser means the request, not half of its way.
import type { ApiConfig } from './api-config';
import type { MiddlewaresConfig } from './middlewares-config';

export function heedQueryParser(api: ApiConfig, middlewares: MiddlewaresConfig): ApiConfig {
  const entry = middlewares?.find(
    ({ name, resolve, enabled }) => name === 'query' && enabled && resolve === undefined,
  );
  const given = entry?.config;
  const larger = (key: 'arrayLimit' | 'depth'): number => {
    const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined;
    return typeof value === 'number' ? Math.max(api.limits[key], value) : api.limits[key];
  };
  return { ...api, limits: { ...api.limits, arrayLimit: larger('arrayLimit'), depth: larger('depth') } };
}
