// The measured requests. The scenarios send them. The limit knows each one by its whole text, so that it parses no query.

export const LIST = '/api/articles';
export const POPULATED = '/api/articles?populate[0]=author&populate[1]=tags';
export const FILTERED = '/api/articles?filters[rating][$gte]=5&sort=title:desc';
export const ONE = '/api/articles/';
export const NOTES = '/api/notes';
export const PAGES = '/api/pages/';
export const ALL = '?populate=*';
export const ZONE = '?populate[zone][populate]=*';

/** A page by id, without a total. */
export const after = (id: number): string =>
  `/api/articles?filters[id][$gt]=${id}&sort=id&pagination[withCount]=false`;
