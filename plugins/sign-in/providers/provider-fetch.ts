// Asks a provider. Its answer may be slow, endless or large: the time and the bytes that are read are limited. Redirects are not followed.

/** Metadata, keys and claims are some kilobytes. */
export const MOST_BYTES = 1_048_576;

/** The reason may be shown to the person. */
export class ProviderFault extends Error {}

type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

export function createProviderFetch(timeout: number): Fetch {
  return async (url, options) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(url, { ...options, signal, redirect: 'manual' });
      const bytes = await readBounded(response);
      const type = response.headers.get('content-type');
      const headers = type === null ? undefined : { 'content-type': type };
      // A 204 or a 304 has no body.
      return new Response(bytes.length === 0 ? null : bytes, { status: response.status, headers });
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      if (signal.aborted) throw new ProviderFault(`it did not answer within ${timeout} milliseconds`);
      throw new ProviderFault('it cannot be reached', { cause: error });
    }
  };
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return new Uint8Array(Buffer.concat(chunks));
    bytes += piece.value.length;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new ProviderFault(`its answer has more than ${MOST_BYTES} bytes`);
    }
    chunks.push(piece.value);
  }
}
