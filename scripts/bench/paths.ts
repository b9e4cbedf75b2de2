// The measured requests. The scenarios send them. The limit knows each one by its whole text, so that it parses no query.
import { rowOf } from './data/rows';

export const LIST = '/api/articles';
export const POPULATED = '/api/articles?populate[0]=author&populate[1]=tags';
export const FILTERED = '/api/articles?filters[rating][$gte]=5&sort=title:desc';
/** Some of 200 authors and some of 100 tags have the name. */
export const AUTHOR_NAME = String(rowOf('author', 7)[2]);
export const TAG_NAME = String(rowOf('tag', 7)[2]);
export const BY_AUTHOR = `/api/articles?filters[author][name]=${encodeURIComponent(AUTHOR_NAME)}`;
export const BY_TAG = `/api/articles?filters[tags][name]=${encodeURIComponent(TAG_NAME)}`;
/** About 40 of 10,000 titles. */
export const SEARCHED_TEXT = 'letter 7';
export const SEARCHED = '/api/articles?filters[title][$containsi]=LETTER%207';
export const ONE = '/api/articles/';
/** Each has four decimals. */
export const OFFERS = '/api/offers';
export const NOTES = '/api/notes';
export const PAGES = '/api/pages/';
export const ALL = '?populate=*';
export const ZONE = '?populate[zone][populate]=*';

export const GRAPHQL = '/graphql';
export const FIGURES = graphql(
  '{ articles_connection(filters: { rating: { gte: 5 } }) { aggregate { count avg { rating } sum { rating } min { rating } max { rating } } } }',
);
export const GROUPS = graphql(
  '{ articles_connection { aggregate { groupBy { kind { key connection { aggregate { count sum { rating } } } } } } } }',
);
function graphql(query: string): string {
  return JSON.stringify({ query });
}

/** A page by id, without a total. */
export const after = (id: number): string =>
  `/api/articles?filters[id][$gt]=${id}&sort=id&pagination[withCount]=false`;
