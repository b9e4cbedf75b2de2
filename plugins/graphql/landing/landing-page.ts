// The landing page: GraphiQL.
import { join } from 'node:path';
import { acceptsHtml, type BrowserPage, createBrowserPage, type RequestContext } from '../../../core';
import { isPreflighted } from '../transport/read-request';

/** Does a browser ask for a page, rather than a client for an answer? A link with `?query=…` opens the page, too. */
export const asksForPage = (request: RequestContext): boolean =>
  acceptsHtml(request) && (request.query.query === undefined || !isPreflighted(request));

export const landingPage = (endpoint: string): BrowserPage =>
  createBrowserPage({
    title: 'GraphQL',
    folder: join(__dirname, 'assets'),
    files: ['graphiql.min.css', 'react.production.min.js', 'react-dom.production.min.js', 'graphiql.min.js'],
    url: endpoint,
    start: START_SCRIPT,
  });

/**
 * Headers are kept for the session of the tab only: they hold tokens. A query of the address opens in a tab of its own; otherwise the
 * first tab has a query of the application.
 */
const START_SCRIPT = `
const root = document.getElementById('page');
root.style.height = '100vh';
root.textContent = '';
const { url, query } = document.body.dataset;
const asked = new URLSearchParams(location.search);
const given = asked.has('query')
  ? { query: asked.get('query'), variables: asked.get('variables') ?? undefined, operationName: asked.get('operationName') ?? undefined }
  : { defaultQuery: query };
const fetcher = GraphiQL.createFetcher({ url });
ReactDOM.createRoot(root).render(
  React.createElement(GraphiQL, { fetcher, isHeadersEditorEnabled: true, shouldPersistHeaders: false, ...given }),
);
`;
