// Cases of `limits.answerBytes`: the size of one answer over REST and GraphQL.
import { article, get, put, several } from '../build';
import type { Case, Given, Step } from '../case';
import { LIMITED, MOST_BYTES } from '../deployments';
import { ask, gives, row } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const LARGE = Math.round(MOST_BYTES * 0.4);
/** Two of them fit in an answer, three do not. */
const large = (body: string): Record<string, Given> =>
  several(3, (index) => article({ body, rating: index }), 'a');
const LETTERS = large('x'.repeat(LARGE));
/** The same bytes with half as many letters. */
const WIDE = large('ü'.repeat(LARGE / 2));
const DETAILS = { limit: MOST_BYTES, name: 'limits.answerBytes' };
const rest = (most: number, more: Step['expect']): Step =>
  get(`/articles?filters[title]={mark}&filters[rating][$lt]=${most}&fields=body`, more);
const TOO_LARGE: Step['expect'] = {
  status: 400,
  error: { name: 'ValidationError', message: is.matching('answerBytes'), details: DETAILS },
};
const error = (message = 'answerBytes'): Pattern => ({
  message: is.matching(message),
  extensions: { error: { details: DETAILS } },
});
const tooLarge = (query: string): Step =>
  ask(query, { status: [200, 400], body: { errors: is.both(is.length(1), [error()]) } });
const list = (most: number): string =>
  `articles(filters: { title: { eq: "{mark}" }, rating: { lt: ${most} } }) { body }`;
const one = (fields: string): string => `article(documentId: "{a0.documentId}") { ${fields} }`;

export const quireAnswerSizeCases: readonly Case[] = [
  {
    rows: ['quire.limits.answer-bytes'],
    deploy: LIMITED,
    given: LETTERS,
    steps: [
      rest(2, { data: is.length(2) }),
      rest(3, TOO_LARGE),
      get('/articles?filters[title]={mark}', TOO_LARGE),
      get('/articles?filters[title]={mark}&fields=title', { data: is.length(3) }),
    ],
  },
  {
    rows: ['quire.limits.answer-bytes'],
    name: 'letters of several bytes',
    deploy: LIMITED,
    given: WIDE,
    steps: [rest(2, { data: is.length(2) }), rest(3, TOO_LARGE)],
  },
  ...[LETTERS, WIDE].map(
    (given, at): Case => ({
      rows: [row('answer-bytes')],
      name: at === 0 ? 'letters' : 'letters of several bytes',
      deploy: LIMITED,
      given,
      steps: [
        gives(`{ ${list(2)} }`, { articles: is.length(2) }),
        tooLarge(`{ ${list(3)} }`),
        gives(`{ ${one('a: body b: body')} }`, { article: { a: is.text, b: is.text } }),
        tooLarge(`{ ${one('a: body b: body c: body')} }`),
        gives(`{ x: ${one('body')} y: ${one('body')} }`, { x: { body: is.text }, y: { body: is.text } }),
        tooLarge(`{ x: ${one('body')} y: ${one('body')} z: ${one('body')} }`),
        tooLarge(`{ x: ${one('a: body b: body')} y: ${one('body')} }`),
      ],
    }),
  ),
  {
    rows: [row('answer-bytes')],
    name: 'a batch, and a mutation',
    deploy: LIMITED,
    given: LETTERS,
    steps: [
      {
        ...ask('', {
          status: 200,
          body: [{ data: is.object }, { data: is.object }, { errors: [error()] }],
        }),
        body: [
          ...['a0', 'a1', 'a2'].map((alias) => ({
            query: `{ article(documentId: "{${alias}.documentId}") { body } }`,
          })),
        ],
      },
      ask(
        'mutation { updateArticle(documentId: "{a0.documentId}", data: { rating: 9 }) { a: body b: body c: body } }',
        {
          status: 400,
          body: { errors: [error('is done.*answerBytes')] },
        },
      ),
      get('/articles/{a0.documentId}?fields=rating', { data: { rating: 9 } }),
      put('/articles/{a0.documentId}?fields=rating', { rating: 8 }, { data: { rating: 8 } }),
    ],
  },
];
