// Paths that people, browsers and crawlers ask first: `GET /`, the icon, robots.txt. A plugin's own route replaces each of them, and
// `GET /*rest` all.
import { acceptsHtml } from '../request/accepts-html';
import type { RequestContext } from '../request/context';
import type { Answer } from './route';
import type { CollectedRoute } from './route-collector';

/** What `GET /` says. */
export interface RootPage {
  readonly json: Readonly<Record<string, unknown>>;
  /** For browsers; null: they get the JSON too. */
  readonly html: ((request: RequestContext) => Promise<string>) | null;
}

export function rootRoutes({ json, html }: RootPage): CollectedRoute[] {
  return [
    ownRoute('/', 'What this server is', async (request) =>
      html && acceptsHtml(request)
        ? { html: await html(request), headers: { ...PAGE_HEADERS, Vary: 'Accept' } }
        : { json, headers: { Vary: 'Accept' } },
    ),
    ownRoute('/favicon.ico', 'The icon', () => ({
      text: ICON,
      headers: { ...FILE_HEADERS, 'content-type': 'image/svg+xml' },
    })),
    ownRoute('/robots.txt', 'Tells crawlers to leave the API alone', () => ({
      text: 'User-agent: *\nDisallow: /\n',
      headers: { ...FILE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
    })),
  ];
}

const ownRoute = (
  path: string,
  summary: string,
  handler: (request: RequestContext) => Answer | Promise<Answer>,
): CollectedRoute => ({
  definition: { method: 'GET', path, action: null, summary, handler },
  source: 'core',
  policies: [],
  middlewares: [],
});

const FILE_HEADERS = { 'Cache-Control': 'public, max-age=86400' };
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f4b99"/><path d="M9 8h10l4 4v12H9z" fill="#fff"/><path d="M12 15h8M12 19h8" stroke="#1f4b99" stroke-width="2"/></svg>';
