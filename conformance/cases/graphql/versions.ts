// Cases of locales and statuses over GraphQL.
import { article, check, get, named } from '../build';
import type { Case } from '../case';
import { gives, row } from '../graphql-build';
import { is } from '../pattern';

export const quireGraphqlVersionCases: readonly Case[] = [
  check(
    row('versions'),
    { u: named('/authors', '{mark} u'), a: article({ summary: 'en', author: '{u.documentId}' }) },
    [
      { send: 'PUT', path: '/authors/{u.documentId}?status=draft', body: { data: { name: '{mark} draft' } } },
      gives(
        'mutation { updateArticle(documentId: "{a.documentId}", locale: "fr", status: DRAFT, data: { title: "{mark} fr", summary: "fr" }) { summary locale publishedAt author { name } localizations { locale } } }',
        {
          updateArticle: {
            ...{ summary: 'fr', locale: 'fr', publishedAt: null },
            localizations: [{ locale: 'en' }],
          },
        },
      ),
      gives(
        `{ en: article(documentId: "{a.documentId}") { summary author { name } } draft: article(documentId: "{a.documentId}", status: DRAFT) { summary author { name } } fr: article(documentId: "{a.documentId}", locale: "fr") { summary }
         frDraft: article(documentId: "{a.documentId}", locale: "fr", status: DRAFT) { summary localizations_connection { nodes { locale summary } } } list: articles(locale: "fr", status: DRAFT, filters: { title: { eq: "{mark} fr" } }) { summary } }`,
        is.exactly({
          en: { summary: 'en', author: { name: '{mark} u' } },
          draft: { summary: 'en', author: { name: '{mark} draft' } },
          fr: null,
          frDraft: { summary: 'fr', localizations_connection: { nodes: [{ locale: 'en', summary: 'en' }] } },
          list: [{ summary: 'fr' }],
        }),
      ),
      gives('mutation { publishArticle(documentId: "{a.documentId}", locale: "fr") { locale summary } }', {
        publishArticle: { locale: 'fr', summary: 'fr' },
      }),
      get('/articles/{a.documentId}?locale=fr', { data: { summary: 'fr' } }),
      gives('mutation { unpublishArticle(documentId: "{a.documentId}", locale: "fr") { locale } }', {
        unpublishArticle: { locale: 'fr' },
      }),
      get('/articles/{a.documentId}?locale=fr', { status: 404 }),
      get('/articles/{a.documentId}', { data: { summary: 'en' } }),
      gives(
        'mutation { updateArticle(documentId: "{a.documentId}", locale: "fr", status: DRAFT, data: { summary: "2" }) { summary } }',
        { updateArticle: { summary: '2' } },
      ),
      gives('mutation { deleteArticle(documentId: "{a.documentId}", locale: "fr") { documentId } }', {
        deleteArticle: { documentId: '{a.documentId}' },
      }),
      get('/articles/{a.documentId}?locale=fr&status=draft', { status: 404 }),
      get('/articles/{a.documentId}', { data: { summary: 'en' } }),
    ],
  ),
];
