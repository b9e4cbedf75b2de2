// Cases of the model and the documents of the admin.
import { article, get, named, put } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { SHEET, served, sheet } from '../../../conformance/cases/served';
import { asks, forbidden, looks, OPEN, ofSheets, person, roleOf, SHEETS } from './build';

const TAG = 'api::tag.tag.find';
const one = (alias: string): string => `${SHEETS}/{${alias}.documentId}`;
const attribute = (name: string, more: Pattern = {}): Pattern => ({ name, ...Object(more) });

export const adminDocumentCases: readonly Case[] = [
  served('quire.admin.model', {}, async (bench) => {
    const own = ['find', 'findOne', 'update', 'publish', 'readDraft', 'readPrivate'];
    await person(bench, 'editor', [...ofSheets(...own), TAG, 'plugin::admin.view.share']);
    await bench.send(
      looks(
        '/model',
        'editor',
        {
          status: 200,
          body: {
            ...{
              name: 'The suite',
              prefix: '/api',
              maxLimit: is.number,
              development: false,
              user: only({ id: '{editorUser.id}', username: '{editor.name}' }),
            },
            plugins: is.including('admin', 'rest', 'upload'),
            actions: is.shuffled(OPEN, 'plugin::admin.view.share'),
            types: is.shuffled(
              { uid: SHEET },
              {
                uid: 'api::tag.tag',
                actions: exactly(['find']),
                titleField: 'name',
                columns: exactly([]),
                preview: null,
              },
            ),
            components: {
              'shared.link': {
                title: is.text,
                isWhole: true,
                attributes: exactly([
                  attribute('label'),
                  attribute('href'),
                  attribute('external', { default: false }),
                ]),
              },
            },
            targets: { 'plugin::users-permissions.user': { title: is.text, titleField: is.text } },
          },
        },
        { save: { types: 'body.types' } },
      ),
    );
    const found = (bench.value('types') as { uid: string }[]).find(({ uid }) => uid === SHEET);
    const operators = is.including('$eq', '$in', '$null');
    bench.compare(
      'the type',
      {
        ...{
          kind: 'collectionType',
          singular: 'sheet',
          plural: 'sheets',
          title: 'sheet',
          titleField: 'code',
        },
        columns: exactly(['title', 'count']),
        preview: 'https://site.conform.test/{code}?status={status}',
        axes: exactly([{ name: 'status', shared: is.list }]),
        actions: is.shuffled(...own),
        attributes: exactly([
          attribute('title', {
            type: 'string',
            required: true,
            private: false,
            unique: false,
            readOnly: false,
            readOnlyInCreate: false,
            sortable: true,
            operators,
            options: only({ maxLength: 60 }),
            words: only({ label: 'Heading', help: 'A sentence', width: 'half' }),
          }),
          attribute('code', { unique: true, required: false, words: only({}) }),
          attribute('count', { type: 'integer', default: 3, options: only({ min: 0 }) }),
          attribute('flag', { type: 'boolean' }),
          attribute('day', { type: 'date' }),
          attribute('kind', { type: 'enumeration', options: { enum: exactly(['a', 'b']) } }),
          attribute('body', { type: 'json' }),
          attribute('notes', { private: true }),
          attribute('key', { type: 'password' }),
          attribute('link', { component: 'shared.link', repeatable: false }),
          attribute('links', { component: 'shared.link', repeatable: true, limits: { max: 5 } }),
          attribute('tag', {
            relation: only({ kind: 'manyToOne', target: 'api::tag.tag', many: false }),
          }),
          attribute('tags', {
            relation: only({ kind: 'manyToMany', target: 'api::tag.tag', many: true }),
          }),
        ]),
      },
      found,
    );
    await person(bench, 'narrow', [
      ...['find', 'update'].map((verb) => ({
        action: `${SHEET}.${verb}`,
        fields: verb === 'find' ? ['title', 'count'] : ['count'],
      })),
    ]);
    await bench.send(
      looks('/model', 'narrow', {
        body: {
          actions: exactly([OPEN]),
          types: exactly([
            {
              uid: SHEET,
              titleField: 'title',
              columns: exactly(['title', 'count']),
              actions: exactly(['find', 'update']),
              attributes: exactly([
                attribute('title', { readOnly: true, readOnlyInCreate: true }),
                attribute('count', { readOnly: false }),
              ]),
            },
          ]),
        },
      }),
    );
    await person(bench, 'empty');
    await bench.send(looks('/model', 'empty', { body: { types: exactly([]) } }));
  }),
  served(
    'quire.admin.documents',
    { t: named('/tags'), a: sheet({ notes: 'for us', code: '{mark}', tags: ['{t.documentId}'] }) },
    async (bench) => {
      const all = ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'readDraft'];
      await person(bench, 'editor', [...ofSheets(...all), TAG]);
      await person(bench, 'seeing', ofSheets(...all, 'readPrivate'));
      await person(bench, 'reader', ofSheets('find'));
      await bench.send(
        looks(one('a'), 'editor', { data: { title: '{mark}', notes: is.absent, key: is.absent } }),
      );
      await bench.send(
        looks(one('a'), 'seeing', { data: { title: '{mark}', notes: 'for us', key: is.absent } }),
      );
      await bench.send(
        looks(`${SHEETS}?filters[notes]=for us&filters[code]={mark}`, 'seeing', { list: ['a'] }),
      );
      await bench.send(looks(`${SHEETS}?filters[notes]=for us`, 'editor', { status: 400 }));
      await bench.send({ ...get('/sheets/{a.documentId}', { data: { notes: is.absent } }), as: 'seeing' });
      await bench.send(
        looks(
          `${SHEETS}?filters[code]={mark}&fields=title&populate[tags][start]=0&populate[tags][limit]=1`,
          'editor',
          { data: exactly([{ title: '{mark}', tags: exactly([{ name: '{mark}' }]) }]) },
        ),
      );
      await bench.send(
        looks(`${one('a')}?populate[tags][start]=1&populate[tags][limit]=5`, 'editor', {
          data: { tags: exactly([]) },
        }),
      );
      const { headers } = await bench.send(looks(`${one('a')}?status=draft`, 'editor', { status: 200 }));
      const change = (data: object, etag: string, status: number): Step =>
        asks(
          'PUT',
          `${one('a')}?status=draft`,
          'editor',
          { data },
          { status },
          { headers: { 'if-match': etag } },
        );
      await bench.send(change({ count: 5 }, headers.etag ?? '', 200));
      await bench.send(change({ count: 6 }, headers.etag ?? '', 412));
      await bench.send(looks(`${one('a')}?status=draft`, 'editor', { data: { count: 5 } }));
      await bench.send(asks('POST', `${one('a')}/actions/publish`, 'editor', undefined, { status: 200 }));
      await bench.send(get('/sheets/{a.documentId}', { data: { count: 5 } }));
      for (const [send, path] of [
        ['POST', SHEETS],
        ['PUT', one('a')],
        ['DELETE', one('a')],
        ['POST', `${one('a')}/actions/publish`],
        ['GET', one('a')],
      ] as const)
        await bench.send(
          asks(send, path, 'reader', send === 'GET' ? undefined : { data: { title: 'x' } }, { status: 403 }),
        );
      await bench.send(looks('/documents/api.tag.tag', 'reader', { status: 403 }));
      // Who may not open the admin does not use its routes.
      await bench.send({ ...looks(SHEETS, null, { status: 200 }), as: 'full', headers: {} });
      await bench.send({ ...looks(SHEETS, null, { status: 403 }), as: 'read-only', headers: {} });
      await bench.send(looks(`${one('a')}/actions/delete-effects`, 'editor', { status: 200 }));
      await bench.send(asks('DELETE', one('a'), 'editor', undefined, { status: 204 }));
      await bench.send(looks(one('a'), 'editor', { status: 404 }));
    },
  ),
  served('quire.admin.created-once', {}, async (bench) => {
    await person(bench, 'user', ofSheets('create', 'find', 'findOne', 'delete', 'readDraft'));
    await person(bench, 'other', ofSheets('create', 'find', 'findOne', 'delete', 'readDraft'));
    const create = (
      key: string,
      as: string,
      title: unknown,
      expect: Step['expect'] & {},
      save?: string,
    ): Step =>
      asks('POST', `${SHEETS}?status=draft`, as, { data: { title } }, expect, {
        headers: { 'idempotency-key': `{mark}-${key}` },
        ...(save === undefined ? {} : { save }),
      });
    const removes = (): void =>
      bench.afterwards({
        send: 'DELETE',
        path: `/sheets/${bench.value('made.documentId')}`,
        expect: { status: 'any' },
      });
    await bench.send(create('one', 'user', '{mark}', { status: 201 }, 'made'));
    removes();
    for (const title of ['{mark}', '{mark} changed'])
      await bench.send(
        create('one', 'user', title, {
          status: 409,
          error: { details: { documentId: '{made.documentId}' } },
        }),
      );
    await bench.send(
      create(
        'one',
        'other',
        '{mark}',
        { status: 201, data: { documentId: is.not('{made.documentId}') } },
        'made',
      ),
    );
    removes();
    await bench.send(create('two', 'user', 7, { status: 400 }));
    await bench.send(create('two', 'user', '{mark}', { status: 201 }, 'made'));
    removes();
    await bench.send(get('/sheets?status=draft&filters[title]={mark}', { data: is.length(3) }));
  }),
  served(
    'quire.admin.states',
    { a: { ...sheet(), at: '/sheets?status=draft' }, b: sheet(), c: sheet(), t: named('/tags') },
    async (bench) => {
      await person(bench, 'user', [
        ...ofSheets('find', 'readDraft'),
        'api::article.article.find',
        'api::article.article.readDraft',
        TAG,
      ]);
      await bench.send(put('/sheets/{c.documentId}?status=draft', { count: 9 }));
      const row = (state: string, locale: string | null = null): Pattern =>
        only({ locale, state, updatedAt: is.timestamp });
      const ids = ['a', 'b', 'c'].map((alias) => `{${alias}.documentId}`);
      const { body } = await bench.send(
        looks(`/states/${SHEET}?ids=${ids.join(',')},unknown`, 'user', { status: 200 }),
      );
      const states = Object(body).data;
      for (const [alias, state] of [
        ['a', 'draft'],
        ['b', 'published'],
        ['c', 'changed'],
      ] as const)
        bench.compare(alias, exactly([row(state)]), states[String(bench.value(`${alias}.documentId`))]);
      bench.compare('the documents', 3, Object.keys(states).length);
      await bench.make('d', article());
      await bench.send(put('/articles/{d.documentId}?locale=fr&status=draft', { title: '{mark} fr' }));
      const shown = await bench.send(
        looks('/states/api::article.article?ids={d.documentId}', 'user', { status: 200 }),
      );
      bench.compare(
        'of locales',
        is.shuffled(row('published', 'en'), row('draft', 'fr')),
        Object(shown.body).data[String(bench.value('d.documentId'))],
      );
      const tags = await bench.send(
        looks('/states/api::tag.tag?ids={t.documentId}', 'user', { status: 200 }),
      );
      bench.compare(
        'without drafts',
        exactly([row('published')]),
        Object(tags.body).data[String(bench.value('t.documentId'))],
      );
      await bench.send(looks('/states/api::none.none?ids=x', 'user', { status: 404 }));
      await bench.send(looks('/states/plugin::users-permissions.user?ids=x', 'user', { status: 404 }));
      await bench.send(looks(`/states/${SHEET}?ids=`, 'user', { status: 400 }));
      await bench.send(looks(`/states/${SHEET}`, 'user', { status: 400 }));
      await bench.send(looks('/states/api::plain.plain?ids=x', 'user', { status: 403 }));
    },
  ),
  served(
    'quire.admin.searched',
    {
      a: article({
        blocks: [{ type: 'paragraph', children: [{ type: 'text', text: 'In a text {mark}x' }] }],
      }),
      b: article({ zone: [{ __component: 'shared.quote', text: 'in a zone {mark}x' }] }),
      c: article({ seo: { metaTitle: 'in a component {mark}x' } }),
      d: article(),
    },
    async (bench) => {
      await person(bench, 'finder', ['api::article.article.find']);
      const asked = (words: string): string => `_q=${words}&sort=id`;
      const finds = (words: string, ...list: string[]): Step =>
        looks(`/documents/api.article.article?${asked(words)}`, 'finder', { list });
      await bench.send(finds(`${bench.mark}X`, 'a', 'b', 'c'));
      await bench.send(finds(`a text ${bench.mark}`, 'a'));
      await bench.send(finds(`a zone ${bench.mark}`, 'b'));
      await bench.send(finds(`a component ${bench.mark}`, 'c'));
      await bench.send(get(`/articles?${asked(`${bench.mark}x`)}`, { list: [] }));
    },
  ),
  served('quire.admin.uses', { t: named('/tags'), u: named('/tags') }, async (bench) => {
    const links = { tag: '{t.documentId}', tags: ['{t.documentId}', '{u.documentId}'] };
    await bench.make('a', sheet({ code: '{mark} a', ...links }));
    await bench.make('b', {
      ...sheet({ code: '{mark} b', tags: ['{t.documentId}'] }),
      at: '/sheets?status=draft',
    });
    await person(bench, 'drafter', [...ofSheets('find', 'readDraft'), TAG]);
    await person(bench, 'reader', [...ofSheets('find'), TAG]);
    await person(bench, 'blind', [TAG]);
    const first = (...all: string[]) =>
      is.shuffled(
        ...all.map((alias) => only({ documentId: `{${alias}.documentId}`, title: `{mark} ${alias}` })),
      );
    const use = (name: string, ...all: string[]): Pattern =>
      only({ uid: SHEET, attribute: name, count: all.length, first: first(...all) });
    const at = (alias: string): string => `/uses/api::tag.tag/{${alias}.documentId}`;
    await bench.send(
      looks(at('t'), 'drafter', { data: is.shuffled(use('tag', 'a'), use('tags', 'a', 'b')) }),
    );
    await bench.send(looks(at('t'), 'reader', { data: is.shuffled(use('tag', 'a'), use('tags', 'a')) }));
    await bench.send(looks(at('u'), 'drafter', { data: exactly([use('tags', 'a')]) }));
    await bench.send(looks(at('t'), 'blind', { data: exactly([]) }));
    await bench.send(looks('/uses/api::none.none/x', 'reader', { status: 404 }));
    await bench.make('w', named('/authors'));
    const ref = (label: string) => ({ __component: 'shared.ref', label, authors: ['{w.documentId}'] });
    await bench.make('z', article({ author: '{w.documentId}', zone: [ref('one'), ref('two')] }));
    await person(bench, 'writer', ['api::article.article.find', 'api::author.author.find']);
    const byArticle = (attribute: string): Pattern =>
      only({
        ...{ uid: 'api::article.article', attribute, count: 1 },
        first: exactly([only({ documentId: '{z.documentId}', title: '{mark}' })]),
      });
    await bench.send(
      looks('/uses/api::author.author/{w.documentId}', 'writer', {
        data: is.shuffled(byArticle('author'), byArticle('zone.authors')),
      }),
    );
  }),
  served('quire.admin.as-role', { a: sheet({ count: 1 }), b: sheet({ count: 2 }) }, async (bench) => {
    const reads = ofSheets('find', 'findOne');
    await person(bench, 'viewer', [...reads, 'plugin::admin.role.preview']);
    await person(bench, 'plain', reads);
    await person(bench, 'limited', [
      { action: `${SHEET}.find`, where: { count: 1 }, fields: ['title', 'count'] },
    ]);
    await person(bench, 'stronger', ofSheets('find', 'delete'));
    const [plain, limited, stronger] = [
      await roleOf(bench, 'plain'),
      await roleOf(bench, 'limited'),
      await roleOf(bench, 'stronger'),
    ];
    const seen = (path: string, role: unknown, as: string, expect: Step['expect'] & {}): Step =>
      looks(path, as, expect, { headers: { 'quire-as-role': String(role) } });
    const own = `${SHEETS}?filters[title]={mark}&sort=count`;
    await bench.send(looks(own, 'viewer', { data: exactly([{ count: 1 }, { count: 2 }]) }));
    await bench.send(
      seen(own, limited, 'viewer', { data: exactly([is.keys('id', 'documentId', 'title', 'count')]) }),
    );
    await bench.send(seen(own, plain, 'viewer', { data: is.length(2) }));
    await bench.send(seen(one('a'), limited, 'viewer', { status: 403 }));
    await bench.send(
      seen('/model', limited, 'viewer', {
        body: { types: exactly([{ uid: SHEET, actions: exactly(['find']) }]) },
      }),
    );
    await bench.send(seen(own, stronger, 'viewer', forbidden('may do more')));
    await bench.send(seen(own, plain, 'plain', forbidden('plugin::admin.role.preview')));
    for (const role of ['999999', 'x', '-1'])
      await bench.send(seen(own, role, 'viewer', forbidden('no role')));
    const { body } = await bench.send(get('/users-permissions/roles'));
    const closed = Object(body).roles.find(({ type }: { type: string }) => type === 'public').id;
    await bench.send(seen(own, closed, 'viewer', forbidden('open the admin|may do more')));
    for (const send of ['POST', 'PUT', 'DELETE'] as const)
      await bench.send({
        ...seen(send === 'POST' ? SHEETS : one('a'), plain, 'viewer', forbidden()),
        send,
        body: { data: { title: 'x' } },
      });
    for (const as of ['full', 'anonymous'])
      await bench.send({
        ...get('/sheets', forbidden('session of the admin')),
        as,
        headers: { 'quire-as-role': String(plain) },
      });
  }),
];
