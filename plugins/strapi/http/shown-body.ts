// The JSON of an answer as values for global middlewares, which read and change `ctx.body` after `next()`. It is parsed when code reads it.
import type { Context } from 'koa';

/** Returns the function that ends it, after the middleware. */
export function showBody({ response }: Context): () => void {
  const text: unknown = response.body;
  if (typeof text !== 'string' || !response.is('json')) return () => undefined;
  let read: { readonly value: unknown } | null = null;
  Object.defineProperty(response, 'body', {
    configurable: true,
    get() {
      read ??= { value: JSON.parse(text) };
      return read.value;
    },
    set(value: unknown) {
      Reflect.deleteProperty(response, 'body');
      response.body = value;
    },
  });
  return () => {
    if (!Object.hasOwn(response, 'body')) return;
    Reflect.deleteProperty(response, 'body');
    if (typeof read?.value !== 'object' || read.value === null) return;
    response.body = read.value;
    // It names the answer of Quire, and code may have changed this one.
    response.remove('ETag');
  };
}
