// Accept-Encoding of a request: which content encoding its answer gets.

export type ContentEncoding = 'br' | 'gzip';

/** The first of `offered` that the client accepts; null: send the bytes as they are. RFC 9110, 12.5.3: `q=0` refuses an encoding. */
export function acceptedEncoding(
  header: string | undefined,
  offered: readonly ContentEncoding[],
): ContentEncoding | null {
  if (header === undefined || header === '' || header === 'identity') return null;
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((part) => part.startsWith('q='));
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const identity = weights.get('identity') ?? 0;
  let best: ContentEncoding | null = null;
  for (const name of offered) {
    const weight = weightOf(name);
    if (weight > 0 && weight >= identity && weight > (best === null ? 0 : weightOf(best))) best = name;
  }
  return best;
}

/** Types whose bytes shrink. Images, videos, archives and fonts are compressed already. An event stream waits for no block. */
const SHRINKS =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|wasm|manifest\+json|graphql)|image\/(?:svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)|font\/(?:ttf|otf))|[+](?:json|xml)\b/;

export const isCompressible = (type: string): boolean => SHRINKS.test(type);
