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
