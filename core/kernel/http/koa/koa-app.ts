// The koa application of a server. It only makes contexts: the server itself answers requests.
import type Koa from 'koa';

/** koa with some sixty files of its dependencies, loaded with the first context or middleware. */
export function lateKoa(hops: number): () => Koa {
  let koa: Koa | null = null;
  return () => {
    if (koa === null) {
      const KoaClass: typeof Koa = require('koa');
      koa = new KoaClass({ proxy: hops > 0, maxIpsCount: hops });
      koa.silent = true;
      // The context of a stream that fails emits it. The server logs the error.
      koa.on('error', () => undefined);
    }
    return koa;
  };
}
