// Requests to pages that several screens send.
import type { HttpRequest } from './requests';
import type { Pair } from './screen';
import { PAGE, type Site } from './site';

export const DOCUMENTS = '/admin/api/documents';
export const PAGES = `${DOCUMENTS}/api.page.page`;
export const of = (verb: string): string => `${PAGE}.${verb}`;

/** A request about a new page. */
export const onNew =
  (make: (id: string, site: Site) => HttpRequest | Promise<HttpRequest>) =>
  async (site: Site): Promise<HttpRequest> =>
    make(await site.newPage(), site);

export const read = ({ page }: Site): HttpRequest => ({ path: `${PAGES}/${page}?status=draft&locale=en` });
export const write = onNew((id) => ({
  method: 'PUT',
  path: `${PAGES}/${id}?status=draft&locale=en`,
  body: { data: { title: 'Page, changed' } },
}));
export const create = ({ newDraft }: Site): HttpRequest => ({
  method: 'POST',
  path: `${PAGES}?status=draft&locale=en`,
  body: { data: { title: newDraft() } },
});
export const locales: Pair['request'] = () => ({ path: '/api/i18n/locales' });
