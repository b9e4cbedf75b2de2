// The page and its files. The build bundles the files; an application never builds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type RouteDefinition, route } from '../../../core';

/** Written by scripts/build-admin.ts. */
const FOLDER = join(__dirname, '..', 'app');

export function pageRoute(path: string, name: string): RouteDefinition {
  let html: string | null = null;
  return route({
    method: 'GET',
    path: `${path}/*rest`,
    action: null,
    link: 'admin',
    summary: 'The admin',
    tags: ['Admin'],
    cacheControl: 'no-cache',
    handler: () => {
      html ??= htmlOf(path, name);
      return { html, headers: HEADERS };
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

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The editor of structured text reads pasted HTML through it, in a document without scripts.
    'trusted-types ProseMirrorClipboard',
  ].join('; '),
  'X-Frame-Options': 'DENY',
};

function htmlOf(path: string, name: string): string {
  const { script, style } = JSON.parse(readFileSync(join(FOLDER, 'entry.json'), 'utf8')) as {
    script: string;
    style: string;
  };
  const title = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    '<meta name="color-scheme" content="light dark">' +
    `<title>${title}</title><link rel="icon" href="${path}/files/icon.svg">` +
    `<link rel="stylesheet" href="${path}/files/${style}"><script type="module" src="${path}/files/${script}"></script>` +
    `</head><body data-path="${path}" data-name="${title}"><div id="app"></div>` +
    '<noscript>The admin needs JavaScript.</noscript></body></html>'
  );
}
