// Cases of the content of versions: what a difference shows, what is stored of long values, and what a restore brings back.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, named, put } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { exactly, is, type Pattern } from '../../../conformance/cases/pattern';
import { page, recorded } from '../../../conformance/cases/recorded';

const AT = '/pages/{a.documentId}';
const VERSIONS = `${AT}/history`;
/** Changes the draft of `a`. */
const change = (data: object): Step => put(`${AT}?status=draft`, data);
/** Keeps the ids of the two last versions. */
const LAST_TWO = get(VERSIONS, {}, { save: { second: 'body.data.0.id', first: 'body.data.1.id' } });
const quote = (text: string) => ({ __component: 'shared.quote', text, by: 'b' });
const everything = () =>
  page({
    count: 1,
    body: { a: 1, deep: { list: [1, 2, 3], gone: true } },
    link: { label: 'x', href: '/x' },
    links: [{ label: 'a' }, { label: 'b' }, { label: 'c' }],
    zone: [quote('q1'), quote('q2')],
    tags: ['{t.documentId}', '{u.documentId}'],
  });
const LINKED = { t: named('/tags'), u: named('/tags'), w: named('/authors'), a: everything() };
const restore = (as?: string, expect: Step['expect'] = { status: 200 }): Step => ({
  ...{ send: 'POST', path: `${VERSIONS}/{first}/actions/restore`, expect },
  ...(as === undefined ? {} : { as }),
});
const ids = (...aliases: string[]): Pattern =>
  exactly(aliases.map((one) => ({ documentId: `{${one}.documentId}` })));
const FIRST = {
  ...{ title: '{mark}', count: 1, text: null, body: { a: 1, deep: { list: [1, 2, 3], gone: true } } },
  link: { label: 'x', href: '/x', external: false },
  links: exactly([{ label: 'a' }, { label: 'b' }, { label: 'c' }]),
  zone: exactly([quote('q1'), quote('q2')]),
};

/** Texts that follow from each other: the start, the middle and the end change, and letters outside of the basic plane. */
function* texts(): Generator<string> {
  let letters = [...'A sentence of some words. '.repeat(120)];
  yield letters.join('');
  for (let n = 0; n < 30; n += 1) {
    const at = (n * 397) % letters.length;
    const added = n % 5 === 0 ? `😀${n}` : ` changed ${n} `;
    const removed = n % 3 === 0 ? 40 : 0;
    if (n % 7 === 6) letters = [String(n), ...letters.slice(1)];
    else letters = [...letters.slice(0, at), ...added, ...letters.slice(at + removed)];
    if (n % 11 === 10) letters.pop();
    yield letters.join('');
  }
  const text = letters.join('');
  yield `${text}!`;
  yield 'short';
  yield text;
  // Equal parts at both ends overlap.
  for (const unit of ['a', 'ab', 'aab'])
    for (const count of [60, 59, 90, 61, 200, 2]) yield unit.repeat(count);
}

/** Lists of labels that follow from each other. */
const LISTS: readonly (readonly string[])[] = [
  ['a', 'b', 'c', 'd'],
  ['a', 'b', 'x', 'c', 'd'],
  ['b', 'x', 'c', 'd'],
  ['b', 'x', 'c'],
  ['x', 'b', 'c'],
  ['a', 'a', 'a'],
  ['a', 'a'],
  ['a', 'a', 'a', 'a'],
  [],
  ['b'],
];

export const historyContentCases: readonly Case[] = [
  recorded('quire.history.paths', LINKED, async (bench) => {
    await bench.send(
      change({
        count: null,
        text: 'new',
        body: { a: 1, deep: { list: [1, 9, 3], added: { n: [] } } },
        link: { label: 'y', href: '/x' },
        links: [{ label: 'a' }, { label: 'B' }, { label: 'c' }],
        zone: [quote('q1'), quote('q3'), quote('q2')],
        author: '{w.documentId}',
        tags: ['{u.documentId}'],
      }),
    );
    await bench.send(LAST_TWO);
    const expected: readonly Pattern[] = [
      { path: 'count', from: 1, to: null },
      { path: 'text', from: null, to: 'new' },
      { path: 'body.deep.list.1', from: 2, to: 9 },
      { path: 'body.deep.gone', from: true, to: null },
      { path: 'body.deep.added', from: null, to: { n: [] } },
      { path: 'link.label', from: 'x', to: 'y' },
      { path: 'links.1.label', from: 'b', to: 'B' },
      { path: 'zone', at: 1, from: exactly([]), to: exactly([quote('q3')]) },
      { path: 'author', from: null, to: '{w.documentId}' },
      { path: 'tags', at: 0, from: exactly(['{t.documentId}']), to: exactly([]) },
    ];
    const back = expected.map((each) => {
      const { from = null, to = null, ...place } = each as Readonly<Record<string, Pattern>>;
      return { ...place, from: to, to: from };
    });
    for (const query of ['from={first}&to={second}', 'from={first}&to=draft', 'from=published&to=draft'])
      await bench.send(get(`${VERSIONS}/diff?${query}`, { data: is.shuffled(...expected) }));
    await bench.send(get(`${VERSIONS}/diff?from={second}&to={first}`, { data: is.shuffled(...back) }));
    const changed = ['count', 'text', 'body', 'link.label', 'links.1.label', 'zone', 'author', 'tags'];
    await bench.send(
      get(VERSIONS, { data: [{ changed: is.shuffled(...changed), published: false }, { published: true }] }),
    );
    // The same content again changes nothing.
    await bench.send(change({ text: 'new' }));
    await bench.send(get(`${VERSIONS}?pageSize=1`, { data: [{ changed: exactly([]) }] }));
  }),
  recorded('quire.history.whole', LINKED, async (bench) => {
    await bench.send(
      change({
        count: null,
        body: { a: 1, deep: { list: [1, 9, 3], gone: true } },
        links: [{ label: 'a' }, { label: 'B' }, { label: 'c' }],
        zone: [quote('q1'), quote('q3'), quote('q2')],
      }),
    );
    await bench.send(LAST_TWO);
    const linksWith = (label: string) => exactly([{ label: 'a' }, { label }, { label: 'c' }]);
    await bench.send(
      get(`${VERSIONS}/diff?from={first}&to={second}&values=whole`, {
        data: is.shuffled(
          { path: 'count', from: 1, to: null },
          { path: 'body', from: { a: 1, deep: { list: [1, 2, 3] } }, to: { deep: { list: [1, 9, 3] } } },
          { path: 'links', from: linksWith('b'), to: linksWith('B') },
          {
            path: 'zone',
            from: exactly([quote('q1'), quote('q2')]),
            to: exactly([quote('q1'), quote('q3'), quote('q2')]),
          },
        ),
      }),
    );
    await bench.send(get(`${VERSIONS}/diff?from={first}&to={second}&values=some`, { status: 400 }));
  }),
  recorded('quire.history.stored', { a: page() }, async (bench) => {
    const saved: { text: string; links: readonly string[] }[] = [];
    for (const text of texts()) {
      const links = LISTS[saved.length % LISTS.length] ?? [];
      saved.push({ text, links });
      await bench.send(change({ text, links: links.map((label) => ({ label })) }));
    }
    await bench.send(
      get(
        `${VERSIONS}?pageSize=100`,
        { data: is.length(saved.length + 1) },
        { save: { versions: 'body.data' } },
      ),
    );
    const versions = bench.value('versions') as readonly { readonly id: number }[];
    for (const [at, { text, links }] of saved.toReversed().entries()) {
      const labels = links.map((label) => ({ label }));
      const content = { text, links: labels.length > 0 ? exactly(labels) : is.absent };
      await bench.send(get(`${VERSIONS}/${versions[at]?.id}`, { data: { content } }));
    }
    const total = versions.length;
    await bench.send(
      get(`${VERSIONS}?pageSize=5&page=2`, {
        data: exactly(versions.slice(5, 10).map(({ id }) => ({ id }))),
        meta: { pagination: { page: 2, pageSize: 5, pageCount: Math.ceil(total / 5), total } },
      }),
    );
    for (const query of ['page=0', 'pageSize=0', 'pageSize=101'])
      await bench.send(get(`${VERSIONS}?${query}`, { status: 400 }));
  }),
  recorded('quire.history.restored', LINKED, async (bench) => {
    const later = {
      count: 5,
      text: 'later',
      body: null,
      link: null,
      links: [],
      zone: [],
      tags: ['{u.documentId}'],
    };
    await bench.send(change({ title: '{mark} two', ...later, author: '{w.documentId}' }));
    await bench.send(LAST_TWO);
    await bench.send(restore());
    const read = (status: string, data: Pattern): Step => get(`${AT}?populate=*&status=${status}`, { data });
    await bench.send(read('draft', { ...FIRST, author: null, tags: ids('t', 'u') }));
    await bench.send(read('published', { ...FIRST, author: null, tags: ids('t', 'u') }));
    await bench.send(
      get(`${VERSIONS}?pageSize=1`, { data: [{ published: false, by: { kind: 'api-tokens' } }] }),
    );
    await bench.send(get(`${VERSIONS}/diff?from={first}&to=draft`, { data: exactly([]) }));
    await bench.send(change(later));
    await bench.send({ send: 'POST', path: `${AT}/actions/publish`, expect: { status: 200 } });
    // A deleted document is left out.
    await bench.send({ send: 'DELETE', path: '/tags/{t.documentId}' });
    await bench.send(restore());
    await bench.send(read('draft', { ...FIRST, tags: ids('u') }));
    await bench.send(read('published', { count: 5, text: 'later', links: exactly([]), tags: ids('u') }));
  }),
  recorded('quire.history.limits-of-caller', LINKED, async (bench) => {
    const own = ['find', 'findOne', 'readDraft', 'history', 'restore'].map(
      (verb) => `api::page.page.${verb}`,
    );
    const update = 'api::page.page.update';
    const fields = ['title', 'count'];
    // Neither reads tags.
    await borrowUser(bench, 'editor', [...own, update]);
    await borrowUser(bench, 'counter', [...own, { action: update, fields: ['count'] }, 'api::tag.tag.find']);
    await borrowUser(bench, 'narrow', [
      ...own.filter((action) => !/\.(find|findOne)$/.test(action)),
      ...['find', 'findOne'].map((verb) => ({ action: `api::page.page.${verb}`, fields })),
    ]);
    const later = { title: '{mark} two', count: 5, text: 'later', tags: ['{u.documentId}'] };
    await bench.send(change(later));
    await bench.send(LAST_TWO);
    await bench.send(
      get(
        `${VERSIONS}/{first}`,
        { data: { content: { count: 1, tags: is.oneOf(is.absent, exactly([])) } } },
        { as: 'editor' },
      ),
    );
    await bench.send(
      get(`${VERSIONS}/{second}`, { data: { content: is.keys('title', 'count') } }, { as: 'narrow' }),
    );
    await bench.send(
      get(
        `${VERSIONS}/diff?from={first}&to={second}`,
        {
          data: is.shuffled(
            { path: 'title', from: '{mark}', to: '{mark} two' },
            { path: 'count', from: 1, to: 5 },
          ),
        },
        { as: 'narrow' },
      ),
    );
    await bench.send(
      get(`${VERSIONS}?pageSize=1`, { data: [{ changed: is.each(is.oneOf(...fields)) }] }, { as: 'narrow' }),
    );
    // Links to documents that the caller does not see stay as they are.
    await bench.send(restore('editor'));
    const read = (data: Pattern): Step => get(`${AT}?populate=*&status=draft`, { data });
    await bench.send(read({ ...FIRST, tags: ids('u') }));
    await bench.send(change(later));
    await bench.send(restore('counter'));
    await bench.send(read({ title: '{mark} two', count: 1, text: 'later', tags: ids('u') }));
    await bench.send(restore('narrow', { status: 403 }));
  }),
];

/** A diff that names no version of the document. */
export async function unknownVersions(bench: Bench): Promise<void> {
  await bench.make('b', page());
  await bench.send(get('/pages/{b.documentId}/history', {}, { save: { other: 'body.data.0.id' } }));
  for (const path of ['{other}', 'diff?from={other}&to=draft', 'diff?from=draft&to={other}'])
    await bench.send(get(`${VERSIONS}/${path}`, { status: 404 }));
  await bench.send({ send: 'POST', path: `${VERSIONS}/{other}/actions/restore`, expect: { status: 404 } });
}
