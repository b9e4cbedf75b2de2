// The requests by method, route and status. All three are bounded: a raw path or an unknown method of a client is never a label.
import type { RequestContext } from '../../core';
import { Distribution } from './series';

export interface RequestSeries {
  readonly method: string;
  readonly route: string;
  readonly status: string;
  readonly seconds: Distribution;
  bytes: number;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** A request that found no route. */
const UNMATCHED = 'unmatched';
const OTHER = 'other';
/** Statuses outside this range are one. */
const LEAST_STATUS = 100;
const LAST_STATUS = 599;

export interface Requests {
  add(
    request: Pick<RequestContext, 'method' | 'route'>,
    status: number,
    milliseconds: number,
    bytes: number,
  ): void;
  all(): readonly RequestSeries[];
}

export function createRequests(bounds: readonly number[]): Requests {
  const series: RequestSeries[] = [];
  /** By route, by method, by status. */
  const known = new Map<string, Map<string, RequestSeries[]>>();

  function find(route: string, method: string, status: number): RequestSeries {
    const byMethod = known.get(route) ?? new Map<string, RequestSeries[]>();
    known.set(route, byMethod);
    const byStatus = byMethod.get(method) ?? [];
    byMethod.set(method, byStatus);
    const made: RequestSeries = {
      method,
      route,
      status: status === 0 ? OTHER : String(status),
      seconds: new Distribution(bounds),
      bytes: 0,
    };
    byStatus[status] = made;
    series.push(made);
    return made;
  }

  return {
    add(request, status, milliseconds, bytes) {
      const route = request.route ?? UNMATCHED;
      const method = METHODS.includes(request.method) ? request.method : OTHER;
      const bounded = status >= LEAST_STATUS && status <= LAST_STATUS ? status : 0;
      const found = known.get(route)?.get(method)?.[bounded] ?? find(route, method, bounded);
      found.seconds.add(milliseconds / 1000);
      found.bytes += bytes;
    },
    all: () => series,
  };
}
