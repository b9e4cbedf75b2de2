// The addresses of the page: below `path`, such as /admin.
export const path: string = document.body.dataset.path ?? '/admin';
export const siteName: string = document.body.dataset.name ?? 'Quire';
/** The prefix of the public API, such as /api. */
export const prefix: string = document.body.dataset.prefix ?? '/api';
/** May users log in with a passkey? */
export const hasPasskeys: boolean = document.body.dataset.passkeys !== undefined;
/** No person can log in yet. */
export const isNew: boolean = document.body.dataset.new !== undefined;
export const shortestPassword = Number(document.body.dataset.shortestPassword ?? 1);
export const api = `${path}/api`;
