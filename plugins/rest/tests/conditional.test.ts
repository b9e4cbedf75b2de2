// ETags: their parts, 304 for a current copy, 412 for a write based on a stale copy.
import { type FixtureApp, openFixture } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['t1', 'tag', { name: 'one' }],
    ['t2', 'tag', { name: 'two' }],
    ['t3', 'tag', { name: 'three' }],
  ]);
});
afterAll(() => app.close());

const path = (name: string): string => `/api/tags/${app.known.get(name)?.documentId}`;

describe('an ETag', () => {
  it('of a document has its row id, its time and a checksum', async () => {
    const { headers, body } = await app.agent.get(path('t1'));
    const start = `"${body.data.id}.${Date.parse(body.data.updatedAt)}-`;
    expect(headers.etag?.startsWith(start)).toBe(true);
    expect(headers.etag).toMatch(/^"\d+\.\d+-\w+\.\w+"$/);
  });

  it('is the same for the same response, and differs for other fields or another format', async () => {
    const tags = [];
    for (const query of ['', '', '?fields=name', '?populate=articles'])
      tags.push((await app.agent.get(path('t1') + query)).headers.etag);
    tags.push((await app.agent.get(path('t1')).set('Strapi-Response-Format', 'v4')).headers.etag);
    expect(tags[0]).toBe(tags[1]);
    expect(new Set(tags).size).toBe(4);
    expect(new Set(tags.map((tag) => tag?.split('-')[0])).size).toBe(1);
  });

  it('is returned by a write, and changes with the document', async () => {
    const first = await app.agent.put(path('t1')).send({ data: { name: 'one' } });
    const second = await app.agent.put(path('t1')).send({ data: { name: 'one' } });
    const read = await app.agent.get(path('t1'));
    expect(second.headers.etag).toBe(read.headers.etag);
    expect(first.headers.etag).not.toBe(second.headers.etag);
  });

  it('of a list changes with the list', async () => {
    const before = (await app.agent.get('/api/tags')).headers.etag;
    expect((await app.agent.get('/api/tags')).headers.etag).toBe(before);
    await app.agent.put(path('t2')).send({ data: { name: 'zwei' } });
    expect((await app.agent.get('/api/tags')).headers.etag).not.toBe(before);
  });
});

describe('If-None-Match', () => {
  it.each(['/api/tags', '/api/tags?fields=name', 'one'])(
    'on %s answers 304 with the tag and without a body',
    async (where) => {
      const url = where === 'one' ? path('t2') : where;
      const { etag = '' } = (await app.agent.get(url)).headers;
      for (const header of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
        const answer = await app.agent.get(url).set('If-None-Match', header);
        expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
      }
      expect((await app.agent.get(url).set('If-None-Match', '"other"')).status).toBe(200);
    },
  );

  it('is 404 for an unknown document', async () => {
    expect((await app.agent.get('/api/tags/none').set('If-None-Match', '*')).status).toBe(404);
  });
});

describe('If-None-Match: * with PUT', () => {
  const put = (url: string, data: object) => app.agent.put(url).set('If-None-Match', '*').send({ data });

  it('creates a single type once', async () => {
    await app.agent.delete('/api/setting');
    expect((await put('/api/setting', { siteName: 'first' })).status).toBe(200);
    expect((await put('/api/setting', { siteName: 'second' })).status).toBe(412);
    expect((await app.agent.get('/api/setting')).body.data.siteName).toBe('first');
  });

  it('lets one of two writers create it', async () => {
    await app.agent.delete('/api/setting');
    const answers = await Promise.all(['a', 'b', 'c'].map((siteName) => put('/api/setting', { siteName })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('changes no document that exists, and makes none with an unknown id', async () => {
    const before = (await app.agent.get(path('t1'))).body.data.name;
    expect((await put(path('t1'), { name: 'lost' })).status).toBe(412);
    expect((await app.agent.get(path('t1'))).body.data.name).toBe(before);
    expect((await put('/api/tags/none', { name: 'new' })).status).toBe(404);
  });
});

describe('If-Match', () => {
  it('accepts a write with the current tag', async () => {
    const { etag = '' } = (await app.agent.get(`${path('t2')}?fields=name`)).headers;
    const answer = await app.agent
      .put(path('t2'))
      .set('If-Match', etag)
      .send({ data: { name: 'deux' } });
    expect([answer.status, answer.body.data.name]).toEqual([200, 'deux']);
    expect((await app.agent.put(path('t2')).set('If-Match', '*').send({ data: {} })).status).toBe(200);
  });

  it('refuses a stale tag with 412 and writes nothing', async () => {
    const { etag = '' } = (await app.agent.get(path('t2'))).headers;
    await app.agent.put(path('t2')).send({ data: { name: 'newer' } });
    for (const header of [etag, '"1.1-x"', 'nonsense']) {
      const put = await app.agent
        .put(path('t2'))
        .set('If-Match', header)
        .send({ data: { name: 'lost' } });
      expect([put.status, put.body.error?.name]).toEqual([412, 'PreconditionFailedError']);
      expect((await app.agent.delete(path('t2')).set('If-Match', header)).status).toBe(412);
    }
    expect((await app.agent.get(path('t2'))).body.data.name).toBe('newer');
  });

  it('deletes with the current tag', async () => {
    const { etag = '' } = (await app.agent.get(path('t3'))).headers;
    expect((await app.agent.delete(path('t3')).set('If-Match', etag)).status).toBe(204);
    expect((await app.agent.get(path('t3'))).status).toBe(404);
  });

  it('refuses the weak form of the current tag', async () => {
    const { etag = '' } = (await app.agent.get(path('t1'))).headers;
    const answer = await app.agent
      .put(path('t1'))
      .set('If-Match', `W/${etag}`)
      .send({ data: { name: 'weak' } });
    expect(answer.status).toBe(412);
  });

  it('accepts one of two writers with the same tag', async () => {
    const { etag = '' } = (await app.agent.get(path('t1'))).headers;
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => app.agent.put(path('t1')).set('If-Match', etag).send({ data: { name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it.each(['"1.1-x"', '*'])('%s does not create an absent single type', async (header) => {
    await app.agent.delete('/api/setting');
    const answer = await app.agent
      .put('/api/setting')
      .set('If-Match', header)
      .send({ data: { siteName: 'a' } });
    expect([answer.status, (await app.agent.get('/api/setting')).status]).toEqual([412, 404]);
  });

  it('works for a single type', async () => {
    await app.agent.put('/api/setting').send({ data: { siteName: 'a' } });
    const { etag = '' } = (await app.agent.get('/api/setting')).headers;
    expect(
      (
        await app.agent
          .put('/api/setting')
          .set('If-Match', etag)
          .send({ data: { siteName: 'b' } })
      ).status,
    ).toBe(200);
    expect(
      (
        await app.agent
          .put('/api/setting')
          .set('If-Match', etag)
          .send({ data: { siteName: 'c' } })
      ).status,
    ).toBe(412);
  });
});
