// Names that a database would shorten: two that are equal in their first 63 letters, as attributes and as aliases of GraphQL.
import { check, get, made, plain, put } from '../build';
import type { Case } from '../case';
import { gives, MINE } from '../graphql-build';
import { PLACES } from '../places';

const LONG = 'theAttributeWithANameThatIsLongerThanDatabasesTakeAsTheNameOfAColumn';
const named = (word: string | null, whole: number | null) => ({
  [`${LONG}Word`]: word,
  [`${LONG}Whole`]: whole,
});
const BOTH = `${LONG}Word ${LONG}Whole`;

export const quireLongNameCases: readonly Case[] = [
  check(
    'quire.values.long-names',
    {
      a: made('/places', {
        ...{ own: '{mark}', word: 'short', ...named('one', 1) },
        one: named('two', 2),
        many: [named('three', 3), named(null, null)],
      }),
    },
    [
      get('/places/{a.documentId}?populate=*', {
        data: {
          ...{ word: 'short', ...named('one', 1) },
          one: named('two', 2),
          many: [named('three', 3), named(null, null)],
        },
      }),
      get(`/places/{a.documentId}?fields[0]=${LONG}Word&fields[1]=${LONG}Whole`, {
        data: named('one', 1),
      }),
      gives(`{ place(documentId: "{a.documentId}") { word ${BOTH} one { ${BOTH} } } }`, {
        place: { word: 'short', ...named('one', 1), one: named('two', 2) },
      }),
      put('/places/{a.documentId}', { [`${LONG}Whole`]: 4 }, { data: named('one', 4) }),
      get('/places/{a.documentId}', { data: { word: 'short', ...named('one', 4) } }),
    ],
    { deploy: PLACES, needs: ['graphql'] },
  ),
  check(
    'quire.values.long-names',
    { a: plain({ name: 'one', n: 1 }) },
    [
      gives(`{ plains(filters: { ${MINE} }) { name ${LONG}A: name ${LONG}B: n } }`, {
        plains: [{ name: 'one', [`${LONG}A`]: 'one', [`${LONG}B`]: 1 }],
      }),
    ],
    { name: 'aliases' },
  ),
];
