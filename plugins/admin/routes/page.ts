// The page and its files. The build bundles the files; an application never builds.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type RouteDefinition, route } from '../../../core';

/** Written by scripts/build-admin.ts. */
const FOLDER = join(__dirname, '..', 'app');

export interface PageOptions {
  readonly path: string;
  readonly name: string;
  readonly prefix: string;
  /** May users log in with a passkey? */
  readonly hasPasskeys: () => boolean;
  /** The fewest characters of a password. */
  readonly shortestPassword: number;
  /** Is there a person who can log in and add others? */
  readonly hasAdministrator: () => Promise<boolean>;
  /** The sites that the page may show in a frame. */
  readonly frames: () => readonly string[];
  /** The other sites that images and films of stored files come from. */
  readonly fileSites: () => Promise<readonly string[]>;
}

export function pageRoute(options: PageOptions): RouteDefinition {
  const { path } = options;
  let made: ReturnType<typeof pageOf> | undefined;
  /** null: the database does not answer. Once there is an administrator, nothing is asked. */
  let hasAdministrator: boolean | null = null;
  return route({
    method: 'GET',
    path: `${path}/*rest`,
    action: null,
    link: 'admin',
    summary: 'The admin',
    tags: ['Admin'],
    cacheControl: 'no-cache',
    handler: async () => {
      made ??= pageOf(options, await options.fileSites());
      if (!hasAdministrator) hasAdministrator = await options.hasAdministrator().catch(() => null);
      return hasAdministrator === false ? made.withoutAdministrator : made.usual;
    },
  });
}

export const addFiles = (app: App, path: string): void =>
  app.routes.static({
    path: `${path}/files`,
    folder: FOLDER,
    index: null,
    // The names of esbuild have a hash.
    immutable: /\.[A-Z0-9]{8}\.(js|css)$/,
    summary: 'Files of the admin',
  });

/** `inline`: the only script in the page, which is the import map. */
const headersOf = (inline: string, frames: readonly string[], fileSites: readonly string[]) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`,
    "style-src 'self'",
    ["img-src 'self' blob: data:", ...fileSites].join(' '),
    ["media-src 'self' blob:", ...fileSites].join(' '),
    "connect-src 'self'",
    "font-src 'self'",
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The editor of structured text reads pasted HTML through it, in a document without scripts.
    'trusted-types ProseMirrorClipboard',
  ].join('; '),
  'X-Frame-Options': 'DENY',
});

function pageOf(
  { path, name, prefix, hasPasskeys, shortestPassword, frames }: PageOptions,
  fileSites: readonly string[],
) {
  const { script, style, imports } = JSON.parse(readFileSync(join(FOLDER, 'entry.json'), 'utf8')) as {
    script: string;
    style: string;
    imports: Readonly<Record<string, string>>;
  };
  const title = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const map = JSON.stringify({
    imports: Object.fromEntries(
      Object.entries(imports).map(([module, file]) => [module, `${path}/files/${file}`]),
    ),
  });
  const htmlOf = (facts: string): string =>
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    '<meta name="color-scheme" content="light dark">' +
    `<title>${title}</title><link rel="icon" href="${path}/files/icon.svg">` +
    `<script type="importmap">${map}</script>` +
    `<link rel="stylesheet" href="${path}/files/${style}"><script type="module" src="${path}/files/${script}"></script>` +
    `</head><body data-path="${path}" data-name="${title}" data-prefix="${prefix}" data-shortest-password="${shortestPassword}"${hasPasskeys() ? ' data-passkeys' : ''}${facts}><div id="app"></div>` +
    '<noscript>The admin needs JavaScript.</noscript></body></html>';
  const headers = headersOf(map, frames(), fileSites);
  return {
    usual: { html: htmlOf(''), headers },
    withoutAdministrator: { html: htmlOf(' data-new'), headers },
  };
}
