// The koa middlewares of config/middlewares, in order, around all later steps. A middleware with a path runs only below this path.
import type { Exchange } from '../request/exchange';
import type { ChainStep, KoaStep } from '../request/koa-step';
import type { Answer } from '../routes/route';
import { setChainRequest } from './chain-request';

/** null: no middleware of the chain is for this path. */
export type KoaChain = (request: Exchange, next: () => Promise<Answer>) => Promise<Answer> | null;

/** `preflight` answers the step `cors`, where it stands in the list. */
export function createKoaChain(
  chain: readonly ('cors' | ChainStep)[],
  preflight: (request: Exchange) => Answer | undefined,
  placeFixed: (request: Exchange) => void,
  toAnswer: (error: unknown, request: Exchange) => Answer,
): KoaChain | null {
  const own = chain.filter((step) => step !== 'cors');
  if (own.length === 0) return null;
  const { place, removeBodyHeaders, runKoa }: typeof import('./run-koa') = require('./run-koa');
  const everywhere = own.some(({ path }) => path === null);
  return (request, next) => {
    const path = comparable(request.path);
    if (!everywhere && !own.some((step) => isBelow(path, step.path))) return null;
    // Another step may read or change the answer.
    request.takesStream = false;
    placeFixed(request);
    setChainRequest(request.koa, request);
    request.answerError = (error) => {
      request.thrown = { error };
      removeBodyHeaders(request.koa);
      place(request.koa, request, toAnswer(error, request));
    };
    const cors: KoaStep = {
      label: 'The middleware "cors"',
      readsBody: false,
      run(ctx, later) {
        const answer = preflight(request);
        return answer === undefined ? later() : place(ctx, request, answer);
      },
    };
    const steps = chain.map((step) => (step === 'cors' ? { ...cors, path: null } : step));
    return runKoa(
      request,
      steps.filter((step) => isBelow(path, step.path)),
      next,
    );
  };
}

/** As the router compares: without case and fragment, decoded. */
function comparable(path: string): string | null {
  const [plain = ''] = path.toLowerCase().split('#');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain).toLowerCase();
  } catch {
    return null;
  }
}

/** A path that cannot be decoded is below every path. */
const isBelow = (path: string | null, prefix: string | null): boolean =>
  prefix === null || path === null || path === prefix || path.startsWith(`${prefix}/`);
