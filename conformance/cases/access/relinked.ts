// Cases of writes that change the links of other documents: the caller needs the permission to update those.
import { actionsOf, borrowUser, type Granted } from '../accounts';
import { article, get, made, named, put } from '../build';
import type { Case, Step } from '../case';
import { OWN, rule, ruled, titles } from '../rules-build';

/** Bodies, and the articles whose links they change. The tag and the category have links to `own` and `other`. */
const LINKING = [
  [{ disconnect: ['{other.documentId}'] }, 'other'],
  [{ set: ['{own.documentId}'] }, 'other'],
  [[], 'both'],
  [null, 'both'],
  [{ disconnect: ['{own.documentId}'] }, 'own'],
  [{ connect: ['{own.documentId}'] }, 'own'],
  [{ set: ['{other.documentId}'] }, 'own'],
  [{ connect: ['{free.documentId}'] }, 'free'],
] as const;
/** Permissions, and the articles whose links their user may change. */
const LINKERS: readonly (readonly [
  alias: string,
  update: readonly Granted[],
  articles: readonly string[],
])[] = [
  ['none', [], []],
  ['owner', ruled(actionsOf('article', 'update'), OWN), ['own']],
  ['fields', ruled(actionsOf('article', 'update'), { fields: ['title'] }), []],
  [
    'tagger',
    ruled(actionsOf('article', 'update'), { fields: ['tags', 'category'] }),
    ['own', 'other', 'free', 'both'],
  ],
  ['full', actionsOf('article', 'update'), ['own', 'other', 'free', 'both']],
];

export const quireAccessRelinkedCases: readonly Case[] = [
  ...LINKERS.map(([alias, update, articles]) =>
    rule(
      'relinked',
      async (bench) => {
        const reading = actionsOf('article', 'find', 'findOne', 'readDraft');
        const others = [...actionsOf('tag', 'find', 'update'), ...actionsOf('category', 'find', 'update')];
        await borrowUser(bench, 'user', [...reading, ...others, ...update]);
        const owner = { id: '{userUser.id}' };
        const places = { tags: ['{t.documentId}'], category: '{c.documentId}' };
        await bench.make('own', article({ title: '{mark} own', owner, ...places }));
        await bench.make('other', article({ title: '{mark} other', ...places }));
        await bench.make('free', article({ title: '{mark} free' }));
        for (const place of ['/tags/{t.documentId}', '/categories/{c.documentId}']) {
          const links = (...expect: string[]): Step =>
            get(`${place}?populate[articles][sort]=title`, { data: { articles: titles(...expect) } });
          for (const [body, touched] of LINKING) {
            // To connect a linked article changes nothing.
            const isAllowed = articles.includes(touched) || (touched === 'own' && 'connect' in Object(body));
            await bench.send({
              ...put(place, { articles: body }, { status: isAllowed ? 200 : 403 }),
              as: 'user',
            });
            if (!isAllowed) await bench.send(links('{mark} other', '{mark} own'));
            await bench.send(put(place, { articles: ['{own.documentId}', '{other.documentId}'] }));
          }
          // A list that stays as it is changes no other document.
          await bench.send({
            ...put(place, { articles: ['{own.documentId}', '{other.documentId}'] }, { status: 200 }),
            as: 'user',
          });
        }
      },
      { given: { t: named('/tags'), c: named('/categories') }, name: alias },
    ),
  ),
  rule(
    'relinked',
    async (bench) => {
      await borrowUser(bench, 'user', [
        ...actionsOf('profile', 'find', 'update'),
        ...actionsOf('author', 'find', 'readDraft'),
        { action: 'api::author.author.update', where: { name: { $startsWith: '{mark} own' } } },
      ]);
      const author = (profile: string, value: string | null, status: number): Step => ({
        ...put(`/profiles/{${profile}.documentId}`, { author: value }, { status }),
        as: 'user',
      });
      const profile = (value: string | null, status: number): Step => ({
        ...put('/authors/{b.documentId}', { profile: value }, { status }),
        as: 'user',
      });
      const shows = (alias: string, shown: string): Step =>
        get(`/authors/{${alias}.documentId}?populate=profile`, { data: { profile: { nick: shown } } });
      for (const step of [
        author('p', null, 403),
        author('p', '{b.documentId}', 403),
        // The document of the user would take the profile of another document.
        profile('{p.documentId}', 403),
        shows('a', '{mark} p'),
        shows('b', '{mark} q'),
        author('q', null, 200),
        author('q', '{b.documentId}', 200),
        author('q', '{a.documentId}', 403),
        profile(null, 200),
        profile('{q.documentId}', 200),
        shows('a', '{mark} p'),
        shows('b', '{mark} q'),
      ])
        await bench.send(step);
    },
    {
      given: {
        p: made('/profiles', { nick: '{mark} p' }),
        q: made('/profiles', { nick: '{mark} q' }),
        a: made('/authors', { name: '{mark} foreign', profile: '{p.documentId}' }),
        b: made('/authors', { name: '{mark} own', profile: '{q.documentId}' }),
      },
      name: 'one to one',
    },
  ),
  rule(
    'relinked',
    async (bench) => {
      for (const [alias, category] of [
        ['inside', { documentId: '{c.documentId}' }],
        ['outside', { documentId: { $null: true } }],
      ] as const)
        await borrowUser(bench, alias, [
          ...actionsOf('article', 'find', 'readDraft'),
          ...actionsOf('category', 'find', 'update'),
          ...ruled(actionsOf('article', 'update'), { where: { category } }),
        ]);
      await bench.make('in', article({ category: '{c.documentId}' }));
      await bench.make('out', article());
      const links = { documentId: '{in.documentId}', locale: 'en', status: 'published' };
      // Each article meets the condition of each user before or after the write, but not both times.
      for (const as of ['inside', 'outside'])
        for (const articles of [
          { connect: ['{out.documentId}'] },
          { disconnect: ['{in.documentId}'] },
          { disconnect: [links] },
          [],
        ])
          await bench.send({ ...put('/categories/{c.documentId}', { articles }, { status: 403 }), as });
      await bench.send(
        get('/categories/{c.documentId}?populate=articles', {
          data: { articles: [{ documentId: '{in.documentId}' }] },
        }),
      );
    },
    { given: { c: named('/categories') }, name: 'before and after', needs: ['i18n'] },
  ),
  rule(
    'relinked',
    async (bench) => {
      const free = { category: { documentId: { $null: true } } };
      await borrowUser(bench, 'user', [
        ...actionsOf('article', 'find', 'readDraft'),
        ...actionsOf('category', 'find', 'update'),
        ...ruled(actionsOf('article', 'update'), { where: { $or: [free, { title: '{mark} first' }] } }),
      ]);
      const category = '{c.documentId}';
      await bench.make('first', article({ title: '{mark} first', category }));
      await bench.make('second', article({ title: '{mark} second', category }));
      // Only the second article fails the condition, and only before the write.
      for (const articles of [[], { disconnect: ['{first.documentId}', '{second.documentId}'] }])
        await bench.send({ ...put('/categories/{c.documentId}', { articles }, { status: 403 }), as: 'user' });
      await bench.send(
        get('/categories/{c.documentId}?populate[articles][sort]=title', {
          data: { articles: titles('{mark} first', '{mark} second') },
        }),
      );
      await bench.send({
        ...put(
          '/categories/{c.documentId}',
          { articles: { disconnect: ['{first.documentId}'] } },
          { status: 200 },
        ),
        as: 'user',
      });
    },
    { given: { c: named('/categories') }, name: 'second of several' },
  ),
];
