// Fills a Strapi 5.54 with the fixture's types: node seed.mjs http://127.0.0.1:1437
const base = process.argv[2] ?? 'http://127.0.0.1:1337';
const auth = { Authorization: `Bearer ${'f'.repeat(64)}` };
const call = async (method, path, data) => {
  const res = await fetch(`${base}/api/${path}`, {
    method,
    headers: { ...auth, 'content-type': 'application/json' },
    body: data && JSON.stringify({ data }),
  });
  const text = await res.text();
  if (!res.ok) throw new Error(`${method} ${path} ${res.status} ${text.slice(0, 400)}`);
  return text ? JSON.parse(text).data : null;
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAASwAAADICAIAAADdvUsCAAACRUlEQVR4nO3TMQ0AMAzAsN7lD2qwCiPHLBlAnszbBUKTF8DnTAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQsyEEDMhxEwIMRNCzIQQMyHETAgxE0LMhBAzIcRMCDETQuwAWd52SKe+QbUAAAAASUVORK5CYII=',
  'base64',
);
const upload = async (name, type, bytes) => {
  const form = new FormData();
  form.append('files', new Blob([bytes], { type }), name);
  form.append('fileInfo', JSON.stringify({ alternativeText: `alt ${name}`, caption: `caption ${name}` }));
  const res = await fetch(`${base}/api/upload`, { method: 'POST', headers: auth, body: form });
  const text = await res.text();
  if (!res.ok) throw new Error(`upload ${name} ${res.status} ${text}`);
  return JSON.parse(text)[0];
};
const post = (path, data) => call('POST', path, data);
const put = (path, data) => call('PUT', path, data);

const red = await upload('red.png', 'image/png', PNG);
const blue = await upload('blue pic.png', 'image/png', PNG);
await upload('note.txt', 'text/plain', Buffer.from('a note\n'));

const cats = {};
for (const name of ['Root', 'News', 'Tech', 'Sport']) cats[name] = await post('categories', { name });
for (const name of ['News', 'Tech', 'Sport'])
  await put(`categories/${cats[name].documentId}`, { parent: cats.Root.documentId });
const tags = [];
for (let i = 1; i <= 5; i++) tags.push(await post('tags', { name: `tag ${i}` }));
const profiles = [];
for (let i = 1; i <= 3; i++)
  profiles.push(await post('profiles', { nick: `nick${i}`, url: `https://example.com/${i}` }));
const authors = [];
for (let i = 1; i <= 3; i++)
  authors.push(
    await post('authors', {
      name: `Author ${i}`,
      email: `a${i}@example.com`,
      bio: i === 2 ? null : `bio ${i}`,
      profile: profiles[i - 1].documentId,
    }),
  );
authors.push(await call('POST', 'authors?status=draft', { name: 'Draft author' }));
await call('PUT', `authors/${authors[1].documentId}?status=draft`, { name: 'Author 2 changed' });

const blocks = [
  {
    type: 'paragraph',
    children: [
      { type: 'text', text: 'Hello ', bold: true },
      { type: 'link', url: 'https://example.com', children: [{ type: 'text', text: 'there' }] },
    ],
  },
  { type: 'heading', level: 2, children: [{ type: 'text', text: 'H' }] },
];
const articles = [];
for (let i = 1; i <= 6; i++) {
  const data = {
    title: `Article ${i} é 😀`,
    slug: `article-${i}`,
    body: `# body ${i}\n\ntext "quoted"`,
    blocks,
    summary: i % 2 ? `summary ${i}` : '',
    code: `code-${i}`,
    rating: i,
    price: 10.25 * i,
    score: i / 3,
    big: `${1000000000000 + i}`,
    active: i % 2 === 0,
    kind: ['news', 'blog', 'howto'][i % 3],
    contact: `c${i}@example.com`,
    secret: 'Secret123',
    private_note: `private ${i}`,
    day: `2024-01-${10 + i}`,
    at: `10:20:3${i}`,
    moment: `2024-02-0${i}T04:05:06.789Z`,
    stamp: `2024-03-0${i}T07:08:09.123Z`,
    meta: [{ a: 1, b: ['x', null, true] }, [1, 2], 7, { text: 'é' }, { n: 1.5 }, {}][i - 1],
    category: cats[['News', 'Tech', 'Sport'][i % 3]].documentId,
    tags: {
      set: [tags[i % 5].documentId, tags[(i + 2) % 5].documentId, tags[0].documentId].filter(
        (x, at, all) => all.indexOf(x) === at,
      ),
    },
    author: authors[i % 3].documentId,
    related: articles
      .slice(-2)
      .map((a) => a.documentId)
      .reverse(),
    owner: (i % 2) + 1,
    cover: red.id,
    gallery: i % 2 ? [blue.id, red.id] : [],
    seo: {
      metaTitle: `seo ${i}`,
      metaDescription: 'd',
      image: blue.id,
      metas: [
        { key: 'k1', value: 'v1' },
        { key: 'k2', value: `v${i}` },
      ],
    },
    links: [
      { label: 'second', href: '/b' },
      { label: 'first', href: '/a', external: true },
    ],
    zone: [
      { __component: 'shared.quote', text: 'To be', by: 'W' },
      { __component: 'shared.slider', caption: 'c', files: [blue.id, red.id] },
      {
        __component: 'shared.ref',
        label: 'r',
        target: tags[1].documentId,
        authors: [authors[2].documentId, authors[0].documentId],
      },
      { __component: 'shared.quote', text: 'last', by: null },
    ],
  };
  articles.push(await call('POST', i > 4 ? 'articles?status=draft' : 'articles', data));
}
const at = (a, locale) => `articles/${a.documentId}?locale=${locale}`;
await put(at(articles[0], 'fr'), {
  title: 'Un',
  slug: 'un',
  body: 'corps',
  seo: { metaTitle: 'seo fr', metas: [{ key: 'fr', value: 'oui' }] },
  tags: [tags[4].documentId, tags[3].documentId],
  category: cats.Sport.documentId,
  author: authors[0].documentId,
});
await put(at(articles[1], 'de'), { title: 'Zwei', slug: 'zwei' });
await call('PUT', `${at(articles[2], 'fr')}&status=draft`, { title: 'Trois brouillon', slug: 'trois' });
await call('PUT', `articles/${articles[3].documentId}?status=draft`, {
  title: 'Article 4 changed',
  tags: [tags[0].documentId],
  zone: [{ __component: 'shared.quote', text: 'draft only' }],
});
await put(`articles/${articles[0].documentId}`, {
  related: { connect: [{ documentId: articles[3].documentId, position: { start: true } }] },
});

await put('homepage', {
  headline: 'Home',
  theme: 'dark',
  featured: [articles[1].documentId, articles[0].documentId],
  seo: { metaTitle: 'home' },
  zone: [{ __component: 'shared.quote', text: 'hi' }],
});
await put('homepage?locale=fr', { headline: 'Accueil', seo: { metaTitle: 'accueil' } });
await put('setting', { siteName: 'Peer', maintenance: true, options: { a: [1] } });
const rests = [];
for (let i = 1; i <= 4; i++) {
  const r = await post('restaurants', {
    Name: `Rest ${i}`,
    Description: `d${i}`,
    stars: i,
    categories: [cats.Tech.documentId, cats.News.documentId],
  });
  if (i < 3) await put(`restaurants/${r.documentId}?locale=fr`, { Name: `Resto ${i}` });
  rests.push(r);
}
const groups = [await post('groups', { name: 'g1' }), await post('groups', { name: 'g2' })];
const labels = [
  await post('labels', { name: 'l1' }),
  await post('labels', { name: 'l2' }),
  await post('labels', { name: 'l3' }),
];
for (let i = 1; i <= 10; i++)
  await post('plains', {
    name: `plain ${i}`,
    n: i,
    body: `b${i}`,
    flag: i % 2 === 0,
    price: i * 1.1,
    day: '2024-05-06',
    ratio: i / 7,
    big: `${i}`,
    moment: '2024-05-06T01:02:03.004Z',
    at: '01:02:03.004',
    kind: 'abc'[i % 3],
    mail: `p${i}@x.org`,
    meta: { i },
    group: groups[i % 2].documentId,
    labels: [labels[i % 3].documentId, labels[(i + 1) % 3].documentId],
  });
for (let i = 1; i <= 2; i++)
  await post('checks', {
    req: `r${i}`,
    uniq: `u${i}`,
    len: 'abcd',
    rx: `ab-${i}`,
    txt: 'text',
    intv: i,
    flo: 1.5,
    dec: 2.25,
    bigv: '9000000000000',
    bool: true,
    enumv: 'one',
    mail: `m${i}@x.org`,
    pass: 'secret1',
    dayv: '2024-01-01',
    timev: '11:12:13',
    dt: '2024-01-01T00:00:00Z',
    ts: '2024-01-01T00:00:00.5Z',
    js: { a: 1 },
    rich: 'rich',
    blk: blocks,
    uidv: `uid-${i}`,
    uintu: i,
    hid: 'h',
    nocfg: 'n',
    imgs: [red.id, blue.id],
    comp: { name: 'c', n: 1, uq: `q${i}` },
    comps: [{ name: 'd', n: 2, uq: `p${i}` }],
    dz: [{ __component: 'shared.strict', name: 'e', uq: `z${i}` }],
  });
await post('strictdocs', {
  title: 'strict one',
  uniq: 's1',
  n: 1,
  cat: cats.News.documentId,
  comp: { name: 'x' },
  list: [{ label: 'l' }],
  cover: red.id,
});
await call('POST', 'strictdocs?status=draft', { title: 'dr' });
const hid = await post('hiddens', { name: 'hidden', cat: cats.News.documentId });
await post('peeks', { name: 'peek', hid: hid.documentId, hids: [hid.documentId] });

// REST refuses polymorphic links. In a script of Strapi: strapi.documents('api::zoo.zoo').create({ data }), publish, and an update in fr.
//   data: name, oneOne tags[0], oneMany tags[2] and tags[1], manyOne rests[0], manyMany rests[1] and rests[0], drafts authors[3] and authors[0],
//   morphOne { __type: 'api::tag.tag', id: tags[3].id }, morphMany a category and a tag in the same form
console.log('seeded');
