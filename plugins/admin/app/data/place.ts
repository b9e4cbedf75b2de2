// The addresses of the page: below `path`, such as /admin.
export const path: string = document.body.dataset.path ?? '/admin';
export const siteName: string = document.body.dataset.name ?? 'Quire';
export const api = `${path}/api`;
