// Cases of rules of permissions: a condition on documents, and a list of attributes.
import { actionsOf, borrowUser, type Granted } from '../accounts';
import { act, article, del, get, named, plain, post, put, UNKNOWN } from '../build';
import type { Bench, Case, Step } from '../case';
import { ask, gives } from '../graphql-build';
import { exactly, is } from '../pattern';
import { OWN, rule, ruled, titles } from '../rules-build';

const all = async (bench: Bench, as: string, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await bench.send({ ...step, as });
};
const OWNER: readonly Granted[] = [
  ...ruled(actionsOf('article', 'find', 'findOne', 'create', 'update', 'delete', 'publish'), OWN),
  ...actionsOf('article', 'readDraft', 'unpublish'),
  ...actionsOf('tag', 'find', 'findOne', 'update'),
  ...actionsOf('category', 'find', 'findOne', 'update'),
];
const TITLED = 'filters[title][$startsWith]={mark}';
/** A user, an article of the user, and one without owner. Both are linked from a tag and to a category. */
async function makeOwner(bench: Bench): Promise<void> {
  await borrowUser(bench, 'user', OWNER);
  await bench.make(
    'own',
    article({ title: '{mark} own', owner: { id: '{userUser.id}' }, tags: ['{t.documentId}'] }),
  );
  await bench.send(put('/articles/{own.documentId}', { category: '{c.documentId}' }));
}
const WORLD = {
  t: named('/tags'),
  c: named('/categories'),
  other: article({ title: '{mark} other', tags: ['{t.documentId}'], category: '{c.documentId}' }),
};

/** The answers to both requests are equal but for the documentId. */
async function sameAsUnknown(bench: Bench, step: (id: string) => Step): Promise<void> {
  const other = String(bench.value('other.documentId'));
  const known = await bench.send({ ...step(other), as: 'user', expect: { status: 'any' } });
  const unknown = await bench.send({ ...step(UNKNOWN), as: 'user', expect: { status: 'any' } });
  const [shown, expected] = [known, unknown].map(({ status, text }) => [
    status,
    text.replaceAll(other, UNKNOWN),
  ]);
  if (JSON.stringify(shown) !== JSON.stringify(expected))
    bench.fail('the answer about a document outside of the rule', expected, shown);
}

const FIELDS: readonly Granted[] = [
  { action: 'api::article.article.find', fields: ['title', 'rating', 'category'] },
  { action: 'api::article.article.findOne', fields: ['title', 'category'] },
  { action: 'api::article.article.create', fields: ['title', 'rating'] },
  { action: 'api::article.article.update', fields: ['rating'] },
  ...actionsOf('category', 'find', 'findOne'),
];
const SHOWN = { id: is.number, documentId: '{a.documentId}', title: '{mark}' };
const HIDDEN = ['body', 'price', 'seo', 'tags', 'owner', 'createdAt', 'publishedAt'];

export const quireAccessRuleCases: readonly Case[] = [
  rule(
    'documents',
    async (bench) => {
      await makeOwner(bench);
      await all(bench, 'user', [
        get(`/articles?${TITLED}`, { data: titles('{mark} own'), meta: { pagination: { total: 1 } } }),
        get(`/articles?${TITLED}&status=draft`, { data: titles('{mark} own') }),
        get('/articles/{own.documentId}', { data: { title: '{mark} own' } }),
        get('/tags/{t.documentId}?populate=articles', { data: { articles: titles('{mark} own') } }),
        get('/tags?filters[articles][title]={mark} own', { some: ['t'] }),
        get('/tags?filters[articles][title]={mark} other', { data: [] }),
        get('/tags?filters[name]={mark}&filters[articles][title][$notNull]=true', { some: ['t'] }),
      ]);
    },
    { given: WORLD },
  ),
  rule(
    'documents',
    async (bench) => {
      await makeOwner(bench);
      for (const step of [
        (id: string) => get(`/articles/${id}`),
        (id: string) => put(`/articles/${id}`, { title: 'taken' }),
        (id: string) => put(`/articles/${id}?status=draft`, { title: 'taken' }),
        (id: string) => del(`/articles/${id}`),
        (id: string) => act(`/articles/${id}`, 'publish'),
        (id: string) => put('/tags/{t.documentId}', { articles: { connect: [id] } }),
        (id: string) => put('/categories/{c.documentId}', { articles: { connect: [id] } }),
      ])
        await sameAsUnknown(bench, step);
      for (const status of ['', '?status=draft'])
        await bench.send(get(`/articles/{other.documentId}${status}`, { data: { title: '{mark} other' } }));
    },
    { given: WORLD, name: 'outside of the rule' },
  ),
  rule(
    'documents',
    async (bench) => {
      await makeOwner(bench);
      await all(bench, 'user', [
        gives(
          `{ articles_connection(filters: { title: { startsWith: "{mark}" } }) { nodes { title } aggregate { count } pageInfo { total } } }`,
          {
            articles_connection: {
              ...{ nodes: [{ title: '{mark} own' }], aggregate: { count: 1 }, pageInfo: { total: 1 } },
            },
          },
        ),
      ]);
      for (const step of [
        (id: string) => ask(`mutation { deleteArticle(documentId: "${id}") { documentId } }`, {}),
        (id: string) =>
          ask(`mutation { updateArticle(documentId: "${id}", data: { title: "t" }) { title } }`, {}),
      ])
        await sameAsUnknown(bench, step);
      await bench.send(get('/articles/{other.documentId}', { data: { title: '{mark} other' } }));
    },
    { given: WORLD, name: 'over GraphQL', needs: ['aggregates'] },
  ),
  rule(
    'documents',
    async (bench) => {
      const where = { title: { $startsWith: '{mark} own' } };
      await borrowUser(bench, 'user', [
        ...ruled(actionsOf('article', 'find', 'findOne', 'update', 'delete', 'publish'), { where }),
        ...actionsOf('article', 'readDraft'),
      ]);
      const at = '/articles/{a.documentId}';
      await bench.send(put(`${at}?status=draft`, { title: '{mark} other draft' }));
      await bench.send(put(`${at}?locale=fr`, { title: '{mark} other fr' }));
      const missing = { status: 404 };
      await all(bench, 'user', [
        get(at, { data: { title: '{mark} own' } }),
        get(`${at}?status=draft`, missing),
        get(`${at}?locale=fr`, missing),
        get(`/articles?${TITLED}`, { data: titles('{mark} own'), meta: { pagination: { total: 1 } } }),
        get(`/articles?${TITLED}&locale=*`, { data: titles('{mark} own') }),
        get(`/articles?${TITLED}&status=draft`, { data: [] }),
        get(`/articles?${TITLED}&locale=fr`, { data: [] }),
        put(`${at}?status=draft`, { summary: 'taken' }, missing),
        put(`${at}?locale=fr`, { summary: 'taken' }, missing),
        act(at, 'publish', missing, '?locale=fr'),
        del(`${at}?locale=fr`, { status: [204, 404] }),
      ]);
      await bench.send(get(`${at}?status=draft`, { data: { title: '{mark} other draft', summary: null } }));
      await bench.send(get(`${at}?locale=fr`, { data: { title: '{mark} other fr', summary: null } }));
    },
    { given: { a: article({ title: '{mark} own' }) }, name: 'of one version', needs: ['i18n'] },
  ),
  rule(
    'links',
    async (bench) => {
      await makeOwner(bench);
      const linked = (...expect: string[]): Step =>
        get('/categories/{c.documentId}?populate[articles][sort]=title', {
          data: { articles: titles(...expect) },
        });
      await bench.send(linked('{mark} other', '{mark} own'));
      for (const articles of [[], { set: [] }, null]) {
        await bench.send({ ...put('/categories/{c.documentId}', { articles }), as: 'user' });
        await bench.send({ ...linked(), as: 'user' });
        await bench.send(linked('{mark} other'));
        await bench.send({
          ...put('/categories/{c.documentId}', { articles: { connect: ['{own.documentId}'] } }),
          as: 'user',
        });
        await bench.send({ ...linked('{mark} own'), as: 'user' });
      }
    },
    { given: WORLD },
  ),
  rule(
    'links',
    async (bench) => {
      await borrowUser(bench, 'user', [
        ...actionsOf('plain', 'find', 'findOne', 'update'),
        { action: 'api::label.label.find', where: { name: { $startsWith: '{mark} seen' } } },
      ]);
      const at = '/plains/{a.documentId}';
      const shows = (as: string, ...names: string[]): Step => ({
        ...get(`${at}?populate=labels`, {
          data: { labels: exactly(names.map((name) => ({ name: `{mark} ${name}` }))) },
        }),
        as,
      });
      const sets = (labels: unknown, ...left: string[]): readonly Step[] => [
        put(at, { labels: ['{one.documentId}', '{hidden.documentId}', '{two.documentId}'] }),
        { ...put(at, { labels }), as: 'user' },
        shows('full', ...left),
        shows('user', ...left.filter((name) => name !== 'hidden')),
      ];
      for (const step of [
        ...sets([], 'hidden'),
        ...sets({ set: [] }, 'hidden'),
        ...sets(null, 'hidden'),
        ...sets(['{two.documentId}', '{three.documentId}'], 'hidden', 'seen two', 'seen three'),
        ...sets({ set: ['{two.documentId}', '{one.documentId}'] }, 'seen two', 'seen one', 'hidden'),
        ...sets({ disconnect: ['{one.documentId}'] }, 'hidden', 'seen two'),
        ...sets({ connect: ['{three.documentId}'] }, 'seen one', 'hidden', 'seen two', 'seen three'),
      ])
        await bench.send(step);
    },
    {
      given: {
        one: named('/labels', '{mark} seen one'),
        two: named('/labels', '{mark} seen two'),
        three: named('/labels', '{mark} seen three'),
        hidden: named('/labels', '{mark} hidden'),
        a: plain(),
      },
      name: 'of the side that holds them',
    },
  ),
  rule('writes', async (bench) => {
    await borrowUser(bench, 'user', [
      { action: 'api::plain.plain.find', where: { n: { $lt: 9 } } },
      { action: 'api::plain.plain.create', where: { name: '$user.username', n: { $lt: 10 } } },
      { action: 'api::plain.plain.update', where: { n: { $between: [3, 20] } } },
      { action: 'api::plain.plain.delete', where: { n: { $gt: 5 } } },
    ]);
    const name = '{userUser.username}';
    const makes = (n: number | null, expect: Step['expect'], more: object = {}): Step =>
      post('/plains', { n, mail: '{mark}@conform.test', ...more }, expect, { save: 'a' });
    const writes = (data: object, expect: Step['expect']): Step =>
      put('/plains/{a.documentId}', data, expect);
    await all(bench, 'user', [
      makes(10, { status: 403, error: { name: 'ForbiddenError' } }),
      makes(null, { status: 403 }),
      makes(2, { status: [400, 403] }, { name: 'another' }),
    ]);
    await bench.send(get('/plains?filters[mail]={mark}@conform.test', { data: [] }));
    await all(bench, 'user', [
      makes(2, { status: 201, data: { n: 2, name } }),
      // The rule of the update does not have this document.
      writes({ flag: true }, { status: 404 }),
      del('/plains/{a.documentId}', { status: 204 }),
    ]);
    await bench.send(get('/plains/{a.documentId}', { data: { n: 2, flag: null, name } }));
    await bench.send(writes({ n: 4 }, { status: 200 }));
    await all(bench, 'user', [
      writes({ n: 21 }, { status: 403 }),
      writes({ n: 2 }, { status: 403 }),
      writes({ n: 5 }, { data: { n: 5, name } }),
      // `find` hides the result.
      writes({ n: 15 }, { status: 200, data: null }),
      get('/plains?filters[mail]={mark}@conform.test', { data: [] }),
    ]);
    await bench.send(get('/plains/{a.documentId}', { data: { n: 15 } }));
    await all(bench, 'user', [del('/plains/{a.documentId}', { status: 204 })]);
    await bench.send(get('/plains/{a.documentId}', { status: 404 }));
  }),
  rule(
    'fields',
    async (bench) => {
      await borrowUser(bench, 'reader', FIELDS);
      const category = { name: '{mark}' };
      const unknown = (key: string) => ({
        status: 400,
        error: { name: 'ValidationError', details: { key } },
      });
      await all(bench, 'reader', [
        get(`/articles?${TITLED}&populate=*`, {
          data: is.both(is.length(1), is.each(is.noKeys(...HIDDEN)), [{ ...SHOWN, rating: 4, category }]),
        }),
        get('/articles/{a.documentId}?populate=category', {
          data: is.both(is.noKeys(...HIDDEN, 'rating'), { ...SHOWN, category }),
        }),
        get('/categories/{c.documentId}?populate[articles][populate]=*', {
          data: { articles: is.both(is.length(1), is.each(is.noKeys(...HIDDEN)), [SHOWN]) },
        }),
        get('/articles?fields=body', unknown('body')),
        get('/articles?filters[body]=x', unknown('body')),
        get('/articles?sort=price', unknown('price')),
        get('/articles?populate=tags', unknown('tags')),
        get('/articles?populate[category][populate][articles][fields]=body', unknown('body')),
        get('/categories?filters[articles][body]=x', unknown('body')),
        get('/articles/{a.documentId}?fields=rating', unknown('rating')),
        get('/articles?_q={mark} hidden', { data: [] }),
        get(`/articles?${TITLED}&filters[rating][$gt]=3&sort=rating`, { list: ['a'] }),
        post('/articles', { title: '{mark} x', body: 'b' }, unknown('body')),
        post('/articles', { title: '{mark} x', tags: [] }, unknown('tags')),
        put('/articles/{a.documentId}', { title: '{mark} x' }, unknown('title')),
        put('/articles/{a.documentId}', { rating: 5 }, { data: is.both(is.noKeys(...HIDDEN), SHOWN) }),
      ]);
      await bench.send(get('/articles/{a.documentId}', { data: { rating: 5, body: '{mark} hidden' } }));
      await bench.send({
        ...post('/articles', { title: '{mark} y', rating: 1 }, { status: 201 }, { save: 'y' }),
        as: 'reader',
      });
      bench.afterwards(del('/articles/{y.documentId}'));
    },
    {
      given: {
        c: named('/categories'),
        a: article({ body: '{mark} hidden', rating: 4, category: '{c.documentId}', price: 1 }),
      },
    },
  ),
  rule(
    'documents',
    async (bench) => {
      await borrowUser(bench, 'user', [
        ...actionsOf('plain', 'find'),
        { action: 'api::group.group.find', where: { name: { $notContains: 'hidden' } } },
      ]);
      // The hidden group gives no value, so that the order tells nothing of its name.
      const found = '/plains?filters[name]={mark}&fields=n&sort=group.name';
      const numbers = (...list: number[]) => ({
        data: list.map((n) => ({ n, id: is.number, documentId: is.text })),
      });
      await all(bench, 'user', [
        get(`${found}:desc`, numbers(1, 2, 3)),
        get(`${found}:asc`, numbers(3, 2, 1)),
      ]);
    },
    {
      name: 'in a sort through a relation',
      given: {
        a: named('/groups', '{mark} a'),
        b: named('/groups', '{mark} b'),
        h: named('/groups', '{mark} c hidden'),
        one: plain({ name: '{mark}', n: 1, group: '{b.documentId}' }),
        two: plain({ name: '{mark}', n: 2, group: '{a.documentId}' }),
        three: plain({ name: '{mark}', n: 3, group: '{h.documentId}' }),
      },
    },
  ),
];
