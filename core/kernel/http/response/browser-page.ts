// A page for browsers that a package draws, like GraphiQL: its HTML, its files and its Content-Security-Policy. The page loads
// nothing from other hosts. The build copies the files of the package to a folder of the plugin.
import { createReadStream, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { coreErrors } from '../../errors/core-errors';
import type { Answer } from '../routes/route';

export interface BrowserPageDefinition {
  readonly title: string;
  /** The folder of the package's files. Only files of this folder are served. */
  readonly folder: string;
  /** Style sheets and scripts, in the order in which the page loads them. */
  readonly files: readonly string[];
  /** The script that starts the page after all files. It reads `url` from `document.body.dataset.url`. */
  readonly start: string;
  /** The address that the script asks. */
  readonly url: string;
  /** Other origins that the script may ask. */
  readonly origins?: readonly string[];
}

export interface BrowserPage {
  /** The page. Its files are below `path`, like `/api/docs/assets`. The script reads `data` from `document.body.dataset`. */
  show(path: string, data?: Readonly<Record<string, string>>): Answer;
  file(name: string): Answer;
}

const START = 'start.js';
/** Without it, browsers ask for /favicon.ico. */
const NO_ICON = '<link rel="icon" href="data:,">';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export function createBrowserPage(definition: BrowserPageDefinition): BrowserPage {
  const { folder, start } = definition;
  return {
    show: (path, data = {}) => ({
      html: htmlOf(definition, path, data),
      headers: { 'Content-Security-Policy': policyOf(definition), 'Cache-Control': 'no-store' },
    }),
    file(name) {
      const type = TYPES[extname(name)];
      const headers = { 'Cache-Control': 'public, max-age=3600' };
      if (name === START) return { text: start, headers: { ...headers, 'content-type': TYPES['.js'] ?? '' } };
      if (!type || !readdirSync(folder).includes(name)) throw coreErrors.ROUTE_NOT_FOUND();
      return { stream: createReadStream(join(folder, name)), type, headers };
    },
  };
}

function htmlOf(
  { title, files, url }: BrowserPageDefinition,
  path: string,
  data: Readonly<Record<string, string>>,
): string {
  const tags = [...files, START].map((name) =>
    name.endsWith('.css')
      ? `<link rel="stylesheet" href="${path}/${name}">`
      : `<script defer src="${path}/${name}"></script>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title}</title>${NO_ICON}${tags.join('')}<style>body { margin: 0 } #page { min-height: 100vh }</style></head>` +
    `<body${attributesOf({ ...data, url })}><div id="page">Loading …</div></body></html>`
  );
}

const attributesOf = (data: Readonly<Record<string, string>>): string =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    .join('');

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Such packages set styles on elements; their style sheets hold fonts and images as `data:`. */
const policyOf = ({ origins = [] }: BrowserPageDefinition): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
