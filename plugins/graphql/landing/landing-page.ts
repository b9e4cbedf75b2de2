// The landing page: GraphiQL.
import { join } from 'node:path';
import { type BrowserPage, createBrowserPage, type RequestContext } from '../../../core';

/** Does a browser ask for a page, rather than a client for an answer? */
export const asksForPage = (request: RequestContext): boolean =>
  request.query.query === undefined && (request.header('accept') ?? '').includes('text/html');

export const landingPage = (endpoint: string): BrowserPage =>
  createBrowserPage({
    title: 'GraphQL',
    folder: join(__dirname, 'assets'),
    files: ['graphiql.min.css', 'react.production.min.js', 'react-dom.production.min.js', 'graphiql.min.js'],
    url: endpoint,
    start: START_SCRIPT,
  });

/** Headers are kept for the session of the tab only: they hold tokens. */
const START_SCRIPT = `
const root = document.getElementById('page');
root.style.height = '100vh';
const fetcher = GraphiQL.createFetcher({ url: document.body.dataset.url });
ReactDOM.createRoot(root).render(
  React.createElement(GraphiQL, { fetcher, isHeadersEditorEnabled: true, shouldPersistHeaders: false }),
);
`;
