// Cases of callers that may not read drafts: populate, filters and sorts that lead to drafts.
import { article, get, made, named } from './build';
import type { Case, Step } from './case';
import { is } from './pattern';
import { AUTHOR, userMay } from './quire-access';

/** Queries through a relation to authors, and the path above the relation. */
const DRAFTS_OF_AUTHORS: readonly (readonly [path: string, words: string, above: string | null])[] = [
  ['/profiles', 'filters[author][name]=x', null],
  ['/profiles', 'filters[author][id][$null]=true', null],
  ['/profiles', 'filters[$or][0][nick]=a&filters[$or][1][$not][author][name][$ne]=x', null],
  ['/profiles', 'sort=author.name', null],
  ['/profiles', 'sort[author][name]=desc', null],
  ['/articles', 'filters[related][author][name]=x', 'related'],
  ['/articles', 'sort=title,author.name', null],
];
/** Without the permission for drafts, the relation is an unknown key; the same query of published rows is answered. */
const draftsAre = (path: string, words: string, above: string | null, status: 400 | 200): Step =>
  status === 200
    ? get(`${path}?${words}`, { status })
    : get(`${path}?status=draft&${words}`, {
        status,
        error: { name: 'ValidationError', details: { key: 'author', path: above } },
      });

export const quireAccessDraftCases: readonly Case[] = [
  userMay(
    'read-draft.through',
    [
      ...['find', 'findOne'].flatMap((verb) => [AUTHOR(verb), `api::profile.profile.${verb}`]),
      ...['find', 'findOne', 'readDraft'].map((verb) => `api::article.article.${verb}`),
    ],
    [
      get('/profiles?status=draft&populate=author', { data: is.each({ author: is.absent }) }),
      get('/profiles/{p.documentId}?status=draft&populate=*', { data: { author: is.absent } }),
      get('/profiles/{p.documentId}?populate=author', { data: { author: { name: '{mark} 1' } } }),
      ...DRAFTS_OF_AUTHORS.map(([path, words, below]) => draftsAre(path, words, below, 400)),
      ...DRAFTS_OF_AUTHORS.map(([path, words, below]) => draftsAre(path, words, below, 200)),
      get('/articles/{t.documentId}?status=draft&populate[zone][populate]=*', {
        data: { zone: [{ label: 'r', authors: is.absent }] },
      }),
      get('/articles/{t.documentId}?populate[zone][populate]=*', {
        data: { zone: [{ label: 'r', authors: is.length(1) }] },
      }),
    ],
    {
      a: named('/authors', '{mark} 1'),
      p: made('/profiles', { nick: '{mark}', author: '{a.documentId}' }),
      t: article({
        author: '{a.documentId}',
        zone: [{ __component: 'shared.ref', label: 'r', authors: ['{a.documentId}'] }],
      }),
    },
  ),
];
