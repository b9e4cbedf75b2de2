// The landing page: GraphiQL, served from this origin with a policy of its own. Nothing comes from other hosts.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, coreErrors, type RequestContext } from '../../../core';

const ASSETS = join(__dirname, 'assets');
const TYPES: Readonly<Record<string, string>> = {
  'react.production.min.js': 'text/javascript; charset=utf-8',
  'react-dom.production.min.js': 'text/javascript; charset=utf-8',
  'graphiql.min.js': 'text/javascript; charset=utf-8',
  'graphiql.min.css': 'text/css; charset=utf-8',
};
const START = 'start.js';

/** GraphiQL sets styles on elements, and its style sheet holds its font and images. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Does a browser ask for a page, rather than a client for an answer? */
export const asksForPage = (request: RequestContext): boolean =>
  request.query.query === undefined && (request.header('accept') ?? '').includes('text/html');

export function landingPage(endpoint: string): Answer {
  const asset = (name: string): string => `${endpoint}/assets/${name}`;
  const scripts = ['react.production.min.js', 'react-dom.production.min.js', 'graphiql.min.js', START];
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>GraphQL</title><link rel="stylesheet" href="${asset('graphiql.min.css')}">` +
    '<style>body { margin: 0 } #graphiql { height: 100vh }</style></head>' +
    `<body data-endpoint="${endpoint}"><div id="graphiql">Loading …</div>` +
    `${scripts.map((name) => `<script src="${asset(name)}"></script>`).join('')}</body></html>`;
  return { html, headers: { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' } };
}

/** Headers are kept for the session of the tab only: they hold tokens. */
const START_SCRIPT = `
const fetcher = GraphiQL.createFetcher({ url: document.body.dataset.endpoint });
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, isHeadersEditorEnabled: true, shouldPersistHeaders: false }),
);
`;

export function landingAsset(name: string): Answer {
  const headers = { 'Cache-Control': 'public, max-age=3600' };
  if (name === START)
    return { text: START_SCRIPT, headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' } };
  const type = TYPES[name];
  const file = join(ASSETS, name);
  if (!type || !existsSync(file)) throw coreErrors.ROUTE_NOT_FOUND();
  return { stream: createReadStream(file), type, headers };
}
