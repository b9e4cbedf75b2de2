// Links that name a version, and links from hidden rows: plugins were disabled, links changed, and the plugins were enabled again.
import { check, get } from '../build';
import type { Case, Step } from '../case';
import { exactly, is, type Pattern } from '../pattern';
import { THIRD } from './switch-deployments';

const titled = (...titles: string[]): Pattern => exactly(titles.map((title) => ({ title })));
/** The links of a pointer and of its entry, in their order. `one`: the target of its single relation. */
const points = (name: string, words: string, to: readonly string[], one: string | null): Step =>
  get(
    `/pointers?filters[name]=${name}&populate[0]=to&populate[1]=one&populate[2]=part.to&populate[3]=part.one&${words}`,
    { data: [pointed(to, one)] },
  );
const pointed = (to: readonly string[], title: string | null): Pattern => {
  const links: Pattern = { to: titled(...to), one: title === null ? null : { title } };
  return { ...links, part: links };
};
const TARGET = { name: 'target' };
/** The links to the target from the rows of two documents. While the plugins were disabled, only the shown rows changed. */
const LINKS: readonly (readonly [query: string, isLinked: boolean])[] = [
  ['filters[title]=changed', false],
  ['filters[title]=clean, changed', true],
  ['filters[title]=clean, changed&status=draft', true],
  ['filters[title]=clean fr&locale=fr', false],
  ['filters[title]=clean fr&locale=fr&status=draft', false],
  ['filters[title]=kept fr&locale=fr', true],
  ['filters[title]=kept fr&locale=fr&status=draft', true],
];

export const quireSwitchLinkCases: readonly Case[] = [
  check(
    'quire.switches.hidden',
    {},
    [
      points('aside', 'locale=en', ['kept fr', 'born'], 'kept fr'),
      points('aside', 'status=draft', ['kept fr', 'kept draft', 'clean fr', 'born'], 'kept fr'),
      points('alike', 'locale=en', ['clean, changed', 'born'], 'clean, changed'),
      points('alike', 'locale=fr', ['clean, changed', 'clean fr'], 'clean, changed'),
      ...LINKS.map(([query, isLinked]) =>
        get(`/switcheds?${query}&populate[0]=pair&populate[1]=pointers`, {
          data: [isLinked ? { pair: TARGET, pointers: [TARGET] } : { pair: null, pointers: is.length(0) }],
        }),
      ),
      // The new draft of the other document took the target of `pair`. The former draft of `rival` did not take that of `sole`.
      get('/switcheds?filters[title]=kept draft&status=draft&populate[0]=sole&populate[1]=pair', {
        data: [{ sole: TARGET, pair: null }],
      }),
      ...[
        ['filters[title]=changed', null],
        ['filters[title]=rival', TARGET],
        ['filters[title]=rival draft&status=draft', null],
        ['filters[title]=kept fr&locale=fr', TARGET],
        ['filters[title]=kept fr&locale=fr&status=draft', TARGET],
      ].map(([query, sole]) => get(`/switcheds?${query}&populate=sole`, { data: [{ sole: sole ?? null }] })),
      ...['born', 'cloned'].flatMap((title) =>
        ['', '&status=draft'].map((words) =>
          get(`/switcheds?filters[title]=${title}${words}&populate[0]=tags&populate[1]=part.target`, {
            data: [
              {
                locale: 'en',
                tags: [{ name: 'switch c' }],
                part: { label: 'born', target: { name: 'switch c' } },
              },
            ],
          }),
        ),
      ),
    ],
    { deploy: THIRD, name: 'links that name a version' },
  ),
];
