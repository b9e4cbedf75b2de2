// Addresses of links and images. An address that runs a script is never opened, and cannot be typed.
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:']);

/** The address, or null if a browser must not open it. Addresses inside the site are fine. */
export function safeAddress(address: string): string | null {
  try {
    return SCHEMES.has(new URL(address, 'https://site.invalid').protocol) ? address : null;
  } catch {
    return null;
  }
}

/** `example.org`, `example.org:8080/page`. */
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;
/** `about.html` beside the page. */
const FILE = /^[^/]+\.(?:html?|php|pdf|docx?|xlsx?|pptx?|txt|jpe?g|png|gif|svg|webp)(?:[?#]|$)/i;

/** A browser reads `www.example.org` as a file beside the page. A typed host name gets the scheme that the person left out. */
export function typedAddress(typed: string): string {
  const address = typed.trim();
  return HOST.test(address) && !FILE.test(address) ? `https://${address}` : address;
}
