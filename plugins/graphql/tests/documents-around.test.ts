// The hook `documents.around`, from outside: REST, GraphQL and code, single writes and bulk writes.
import { type DocumentCall, definePlugin, limitRows, withVisibility } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const UID = 'api::note.note';
const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: {
    text: { type: 'string' },
    secret: { type: 'string', private: true },
    hash: { type: 'password' },
    tenant: { type: 'string' },
    pages: { type: 'relation', relation: 'oneToMany', target: 'api::page.page', mappedBy: 'note' },
  },
};
const page = {
  info: { singularName: 'page', pluralName: 'pages' },
  attributes: {
    title: { type: 'string' },
    tenant: { type: 'string' },
    note: { type: 'relation', relation: 'manyToOne', target: UID, inversedBy: 'pages' },
  },
};

type Tap = (call: DocumentCall, next: () => Promise<{ value: unknown }>) => Promise<{ value: unknown }>;

let app: TestApp;
let tap: Tap | null = null;
const seen: string[] = [];

const plugin = definePlugin({
  name: 'around' as string,
  register({ hooks }) {
    hooks.request.visibility((visibility, request) => {
      const tenant = request.header('x-tenant');
      const shown = withVisibility(visibility, {
        scope: `${visibility.scope} ${request.header('x-pages') ?? ''}`,
        canRead: ({ uid }) => uid !== 'api::page.page' || request.header('x-pages') !== 'no',
      });
      const deep = request.header('x-deep') === 'yes';
      return tenant === undefined
        ? shown
        : limitRows(shown, { tenant, deep }, ({ uid }) =>
            uid === UID || (deep && uid === 'api::page.page') ? { tenant } : null,
          );
    });
    hooks.documents.around(async (call, next) => {
      if (call.type.uid !== UID) return next();
      seen.push(`${call.operation} ${call.caller.kind}`);
      return tap ? tap(call, next) : next();
    });
  },
});

const clear = () => {
  tap = null;
  seen.length = 0;
};
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: [note, page],
    plugins: [plugin],
    config: { plugins: { graphql: true } },
  });
});
beforeEach(async () => {
  clear();
  const { findMany, delete: remove } = app.documents(UID);
  for (const { documentId } of await findMany()) await remove({ documentId });
  clear();
});
afterAll(() => app.close());

const graphql = async (query: string, headers: Record<string, string> = {}) => {
  const { body } = await app.agent.post('/graphql').set(headers).send({ query }).expect(200);
  return body;
};
const make = (text: string, more: object = {}) => app.documents(UID).create({ data: { text, ...more } });
const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

describe('what a tap sees', () => {
  it('each operation once: REST, GraphQL and code', async () => {
    const { documentId } = await make('a');
    await app.agent.get('/api/notes').expect(200);
    await app.agent.get(`/api/notes/${documentId}`).expect(200);
    await app.agent
      .put(`/api/notes/${documentId}`)
      .send({ data: { text: 'b' } })
      .expect(200);
    await graphql('{ notes_connection { nodes { text } pageInfo { total } } }');
    await graphql(`{ note(documentId: "${documentId}") { text } }`);
    await graphql(`mutation { createNote(data: { text: "c" }) { text } }`);
    expect(await app.documents(UID).count()).toBe(2);
    await app.documents(UID).findFirst();
    await app.documents(UID).aggregate({ count: true });
    await app.documents(UID).clone({ documentId });
    await app.agent.delete(`/api/notes/${documentId}`).expect(204);
    expect(seen).toEqual([
      ...[
        'create code',
        'find request',
        'findOne request',
        'update request',
        'find request',
        'findOne request',
      ],
      ...['create request', 'count code', 'find code', 'aggregate code', 'clone code', 'delete request'],
    ]);
  });

  it('each item of a bulk write, with its answer and its error', async () => {
    const answers: unknown[] = [];
    tap = async (call, next) => {
      const answer = await next();
      answers.push([call.operation, (answer.value as { text: string } | null)?.text ?? null]);
      return answer;
    };
    const { documentId } = await app.documents(UID).create({ data: { text: 'a' } });
    const { items } = await app.documents(UID).writeMany({
      atomic: false,
      items: [
        { operation: 'create', data: { text: 'b' } },
        { operation: 'update', documentId, data: { text: 'c' } },
        { operation: 'update', documentId: 'unknown', data: {} },
      ],
    });
    expect(items.map(({ error }) => error?.status ?? null)).toEqual([null, null, 404]);
    expect(answers.slice(1)).toEqual([
      ['create', 'b'],
      ['update', 'c'],
      ['update', null],
    ]);
  });
});

describe('what a tap changes', () => {
  it('the parameters of reads, also of a query that was prepared before', async () => {
    await make('a');
    await make('b');
    for (const word of ['a', 'b', 'a']) {
      tap = (call, next) => {
        call.params = { ...call.params, filters: { text: word } };
        return next();
      };
      const { body } = await app.agent.get('/api/notes?sort=text').expect(200);
      expect([texts(body.data), body.meta.pagination.total]).toEqual([[word], 1]);
      const { data } = await graphql('{ notes(sort: "text") { text } }');
      expect(texts(data.notes)).toEqual([word]);
      expect(await app.documents(UID).count()).toBe(1);
    }
    tap = null;
    expect((await app.agent.get('/api/notes?sort=text')).body.data).toHaveLength(2);
  });

  it('the query of one call, not of others with the same text', async () => {
    await make('a');
    tap = (call, next) => {
      Object.assign((call.params.filters as { text: object }).text, { $eq: 'none' });
      return next();
    };
    const path = '/api/notes?filters[text][$eq]=a';
    expect((await app.agent.get(path)).body.data).toEqual([]);
    tap = null;
    expect((await app.agent.get(path)).body.data).toHaveLength(1);
  });

  it('the values of writes', async () => {
    tap = (call, next) => {
      const { data } = call.params as { data: { text: string } };
      call.params = { ...call.params, data: { ...data, text: data.text.trim() } };
      return next();
    };
    expect((await app.agent.post('/api/notes').send({ data: { text: ' a ' } })).body.data.text).toBe('a');
    const { data } = await graphql('mutation { createNote(data: { text: " b " }) { text } }');
    expect(data.createNote.text).toBe('b');
    await app.documents(UID).createMany({ items: [{ data: { text: ' c ' } }] });
    tap = null;
    expect(texts((await app.documents(UID).findMany({ sort: 'text' })) as never)).toEqual(['a', 'b', 'c']);
  });

  it('answers, which clients get cleaned', async () => {
    const made = await make('a', { secret: 's', hash: 'h' });
    tap = async (_call, next) => {
      const answer = await next();
      for (const one of [answer.value].flat() as Record<string, unknown>[])
        Object.assign(one, { text: 'changed', secret: 'x', hash: 'x', extra: 1, pages: [{ title: 'p' }] });
      return answer;
    };
    for (const pages of ['yes', 'no']) {
      const get = (path: string) => app.agent.get(path).set('x-pages', pages).expect(200);
      const list = await get('/api/notes');
      const one = await get(`/api/notes/${made.documentId}`);
      const put = await app.agent
        .put(`/api/notes/${made.documentId}`)
        .set('x-pages', pages)
        .send({ data: { tenant: 'a' } });
      for (const document of [list.body.data[0], one.body.data, put.body.data]) {
        expect(document).toMatchObject({ text: 'changed', extra: 1, documentId: made.documentId });
        expect(document).not.toHaveProperty('secret');
        expect(document).not.toHaveProperty('hash');
        expect(document.pages).toEqual(pages === 'yes' ? [{ title: 'p' }] : undefined);
      }
    }
    const { data } = await graphql('{ notes { text } }');
    expect(data.notes).toEqual([{ text: 'changed' }]);
    const [own] = await app.documents(UID).findMany();
    expect(own).toMatchObject({ secret: 'x' });
    expect(own).not.toHaveProperty('hash');
  });

  it('or answers itself: rows that the caller may not read are left out', async () => {
    const made = [await make('a', { tenant: 'a' }), await make('b', { tenant: 'b' })];
    const all = await app.documents(UID).findMany({ sort: 'text' });
    tap = async ({ operation }) => ({ value: operation === 'find' ? all : all[1] });
    const { body } = await app.agent.get('/api/notes').set('x-tenant', 'a').expect(200);
    expect(texts(body.data)).toEqual(['a']);
    await app.agent.get(`/api/notes/${made[0]?.documentId}`).set('x-tenant', 'a').expect(404);
    expect((await app.agent.get('/api/notes')).body.data).toHaveLength(2);
    const { data } = await graphql('{ notes { text } }', { 'x-tenant': 'a' });
    expect(texts(data.notes)).toEqual(['a']);
  });

  it('an answer that a tap has kept of another caller is cleaned for this one', async () => {
    await make('of a', { tenant: 'a', secret: 'A' });
    await make('of b', { tenant: 'b', secret: 'B' });
    const kept = new Map<string, { value: unknown }>();
    tap = async ({ operation, params }, next) => {
      const key = `${operation} ${params.documentId}`;
      const answer = kept.get(key) ?? (await next());
      kept.set(key, answer);
      return answer;
    };
    const [one] = await app.documents(UID).findMany();
    await app.documents(UID).findOne({ documentId: one?.documentId ?? '' });
    const { body } = await app.agent.get('/api/notes').set('x-tenant', 'a').expect(200);
    expect(texts(body.data)).toEqual(['of a']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(body.meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 1 });
    const data = await graphql('{ notes { text } }', { 'x-tenant': 'a' });
    expect(data).toEqual({ data: { notes: [{ text: 'of a' }] } });
    const found = await app.agent.get(`/api/notes/${one?.documentId}`).set('x-tenant', 'a').expect(200);
    expect(found.body.data).toMatchObject({ text: 'of a' });
    expect(found.body.data).not.toHaveProperty('secret');
  });

  it('related documents that the caller may not read are left out, also of documents that were read', async () => {
    const { documentId } = await make('parent', { tenant: 'a' });
    for (const tenant of ['a', 'b'])
      await app.documents('api::page.page').create({ data: { title: tenant, tenant, note: documentId } });
    tap = async ({ caller }, next) => {
      const answer = await next();
      if (caller.kind === 'request' && answer.value !== null)
        answer.value = await app.documents(UID).findOne({ documentId, populate: '*' });
      return answer;
    };
    const headers = { 'x-tenant': 'a', 'x-deep': 'yes' };
    const path = `/api/notes/${documentId}`;
    for (const request of [app.agent.get(path), app.agent.put(path).send({ data: { text: 'new' } })]) {
      const { body } = await request.set(headers).expect(200);
      expect(body.data.pages).toMatchObject([{ title: 'a' }]);
    }
    await expect(
      graphql(`{ note(documentId: "${documentId}") { pages { title } } }`, headers),
    ).resolves.toEqual({ data: { note: { pages: [{ title: 'a' }] } } });
  });

  it('many documents of a tap are checked, and those without an id are an error', async () => {
    const documents: { documentId: string }[] = [];
    for (let at = 0; at < 110; at += 1) documents.push(await make(`${at}`, { tenant: at % 10 ? 'a' : 'b' }));
    tap = async () => ({ value: documents });
    const { body } = await app.agent.get('/api/notes').set('x-tenant', 'a').expect(200);
    expect(body.data).toHaveLength(99);
    expect(body.meta.pagination.total).toBe(99);
    tap = async () => ({ value: [{ text: 'whose?' }] });
    await app.agent.get('/api/notes').set('x-tenant', 'a').expect(500);
    expect(JSON.stringify(app.logs)).toContain('has no documentId');
  });

  it('an answer of another form is an error that names it', async () => {
    tap = async () => ({ value: 7 });
    await app.agent.get('/api/notes').expect(500);
    await expect(app.documents(UID).findMany()).rejects.toThrow(
      'A tap of documents.around answers find of api::note.note with a value of type number. Answer with a list of documents.',
    );
  });
});

describe('rights', () => {
  it('are those of the caller, also for changed parameters', async () => {
    await make('a', { secret: 's' });
    tap = (call, next) => {
      call.params = { ...call.params, filters: { secret: 's' } };
      return next();
    };
    await app.agent.get('/api/notes').expect(400);
    expect(await app.documents(UID).findMany()).toHaveLength(1);
  });

  it('refuse the parameters of the caller before a tap runs', async () => {
    tap = (call, next) => {
      call.params = {};
      return next();
    };
    await app.agent.get('/api/notes?filters[secret]=s').expect(400);
    expect(seen).toEqual([]);
  });
});

describe('transactions', () => {
  it('a tap runs around the transaction of a write: a refusal after it stores the write', async () => {
    tap = async (_call, next) => {
      await next();
      throw new Error('too late');
    };
    await app.agent
      .post('/api/notes')
      .send({ data: { text: 'a' } })
      .expect(500);
    tap = null;
    expect(await app.documents(UID).count()).toBe(1);
  });

  it('inside a transaction of code, an error rolls it back', async () => {
    tap = async (call, next) => {
      const answer = await next();
      if ((call.params as { data?: { text?: string } }).data?.text === 'b') throw new Error('no');
      return answer;
    };
    await expect(
      app.documents.transaction(async () => {
        await make('a');
        await make('b');
      }),
    ).rejects.toThrow('no');
    tap = null;
    expect(await app.documents(UID).count()).toBe(0);
  });

  it('an atomic bulk write stores no item, if a tap refuses one', async () => {
    tap = async (call, next) => {
      if ((call.params as { data?: { text?: string } }).data?.text === 'b') throw new Error('no');
      return next();
    };
    const items = ['a', 'b'].map((text) => ({ data: { text } }));
    await expect(app.documents(UID).createMany({ items })).rejects.toThrow();
    tap = null;
    expect(await app.documents(UID).count()).toBe(0);
  });
});
