// The sites, besides this application, from which a browser loads stored files.
import type { UploadProvider } from './providers/provider';

/** Any name: the site is the same for all. */
const NAME = 'file';

/** `https://bucket.example.com`, of public and of signed addresses. */
export async function originsOf(provider: UploadProvider): Promise<readonly string[]> {
  // Signed addresses are mostly of the public site, so the page can do without them.
  const signed = await provider.signedUrl?.(NAME).catch(() => undefined);
  const origins = [provider.url(NAME), signed].flatMap((address) => originOf(address ?? ''));
  return [...new Set(origins)];
}

/** Empty: a path of this application, or an address that no page can load. */
function originOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}
