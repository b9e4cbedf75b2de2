// Writes that change other documents. Links of others, through an inverse side or by taking a one-to-one target, need the permission to
// update the other document. A delete that takes others along needs the permission to delete them.
import { type TestApp, testDatabases } from '../../../core/testing';
import { bearer, createUsersApp, register } from './app';

const OWN = { where: { notes: '$user.username' } };
const relation = (kind: string, target: string, side: object) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...side,
});
const type = (name: string, attributes: object, options: object = {}) => ({
  info: { singularName: name, pluralName: `${name}s` },
  attributes: { title: { type: 'string' }, notes: { type: 'string' }, ...attributes },
  options,
});
const TYPES = [
  type(
    'post',
    {
      tags: relation('manyToMany', 'tag', { inversedBy: 'posts' }),
      shelf: relation('manyToOne', 'shelf', { inversedBy: 'posts' }),
      seal: relation('oneToOne', 'seal', { inversedBy: 'post' }),
    },
    { draftAndPublish: true },
  ),
  type('tag', { posts: relation('manyToMany', 'post', { mappedBy: 'tags' }) }),
  type('shelf', { posts: relation('oneToMany', 'post', { mappedBy: 'shelf' }) }),
  type('note', { tag: relation('manyToOne', 'tag', { onDelete: 'cascade' }) }),
  type('seal', { post: relation('oneToOne', 'post', { mappedBy: 'seal' }) }),
];
const ALL = ['tag', 'shelf', 'seal'].flatMap((name) =>
  ['find', 'create', 'update'].map((verb) => `api::${name}.${name}.${verb}`),
);

describe.each(testDatabases())('links of other documents on %s', (database) => {
  let app: TestApp;
  let ann: string;
  let ben: string;
  let mine: string;
  let theirs: string;
  const post = () => app.documents('api::post.post');
  const make = async (name: string, data: object = {}) =>
    (await app.documents(`api::${name}.${name}`).create({ data })).documentId;
  const put = (jwt: string, path: string, data: object) =>
    app.agent.put(`/api${path}`).set('Authorization', bearer(jwt)).send({ data });
  const linked = async (documentId: string, name: string, status: 'draft' | 'published' = 'published') => {
    const found = await post().findOne({ documentId, status, populate: [name] });
    return [found?.[name] ?? []].flat().map((each) => (each as { documentId: string }).documentId);
  };

  beforeAll(async () => {
    app = await createUsersApp(
      {
        roles: {
          authenticated: {
            actions: [
              ...ALL,
              'api::post.post.find',
              'api::post.post.findOne',
              'api::post.post.publish',
              { action: 'api::post.post.update', ...OWN },
              'api::tag.tag.delete',
              { action: 'api::note.note.delete', ...OWN },
            ],
          },
          reader: { name: 'reader', actions: [...ALL, 'api::post.post.find'] },
          namer: {
            name: 'namer',
            actions: [
              ...ALL,
              'api::post.post.find',
              { action: 'api::post.post.update', fields: ['title', 'tags'] },
            ],
          },
        },
      },
      { database, contentTypes: TYPES as never, config: { plugins: { 'draft-and-publish': true } } },
    );
    ({ jwt: ann } = await register(app, 'ann'));
    ({ jwt: ben } = await register(app, 'ben'));
    mine = await make('post', { title: 'mine', notes: 'ann' });
    theirs = await make('post', { title: 'theirs', notes: 'ben' });
  });
  afterAll(() => app?.close());

  const sides = [
    ['a link table', 'tag', 'posts', 'tags'],
    ['a column', 'shelf', 'posts', 'shelf'],
    ['a one-to-one column', 'seal', 'post', 'seal'],
  ] as const;

  it.each(sides)('changes own documents only, in %s', async (_storage, name, inverse, owning) => {
    const target = await make(name);
    await put(ann, `/${name}s/${target}`, { [inverse]: [theirs] }).expect(403);
    expect(await linked(theirs, owning)).toEqual([]);
    await put(ann, `/${name}s/${target}`, { [inverse]: [mine] }).expect(200);
    expect(await linked(mine, owning)).toEqual([target]);
  });

  it.each(sides)('removes links of own documents only, in %s', async (_storage, name, inverse, owning) => {
    const target = await make(name, { [inverse]: [theirs] });
    await put(ann, `/${name}s/${target}`, { [inverse]: [] }).expect(403);
    await put(ann, `/${name}s/${target}`, { [inverse]: { disconnect: [theirs] } }).expect(403);
    expect(await linked(theirs, owning)).toEqual([target]);
    await put(ann, `/${name}s/${target}`, { title: 'same', [inverse]: [theirs] }).expect(200);
  });

  it.each(sides)('moves updatedAt of the changed rows, in %s', async (_storage, name, inverse) => {
    const target = await make(name);
    const shown = async () => {
      const answer = await app.agent.get(`/api/posts/${mine}`).set('Authorization', bearer(ann)).expect(200);
      return String(answer.headers.etag);
    };
    const before = await shown();
    await put(ann, `/${name}s/${target}`, { [inverse]: [mine] }).expect(200);
    const after = await shown();
    expect(after.split('-')[0]).not.toBe(before.split('-')[0]);
    await put(ann, `/posts/${mine}`, { title: 'mine' }).set('If-Match', before).expect(412);
    await put(ann, `/posts/${mine}`, { title: 'mine' }).set('If-Match', after).expect(200);
  });

  it('takes no one-to-one target from a foreign document', async () => {
    const seal = await make('seal', { post: theirs });
    await put(ann, `/posts/${mine}`, { seal }).expect(403);
    expect(await linked(theirs, 'seal')).toEqual([seal]);
    await put(ann, `/seals/${seal}`, { post: mine }).expect(403);
    expect(await linked(theirs, 'seal')).toEqual([seal]);
  });

  it('needs the permission to update and the field', async () => {
    const giveBen = async (type: string) => {
      const users = app.documents('plugin::users-permissions.user');
      const user = await users.findFirst({ filters: { username: 'ben' } });
      const role = await app.documents('plugin::users-permissions.role').findFirst({ filters: { type } });
      await users.update({ documentId: String(user?.documentId), data: { role: role?.documentId } });
    };
    const [tag, shelf] = [await make('tag'), await make('shelf')];
    await giveBen('reader');
    await put(ben, `/tags/${tag}`, { posts: [theirs] }).expect(403);
    await put(ben, `/tags/${tag}`, { posts: [] }).expect(200);
    await giveBen('namer');
    await put(ben, `/tags/${tag}`, { posts: [theirs] }).expect(200);
    await put(ben, `/shelfs/${shelf}`, { posts: [theirs] }).expect(403);
  });

  it('takes along documents that the caller may delete only', async () => {
    const tag = await make('tag');
    const own = await make('note', { tag, notes: 'ann' });
    const foreign = await make('note', { tag, notes: 'ben' });
    const left = async () =>
      (await app.documents('api::note.note').findMany()).map((each) => each.documentId);
    const remove = () => app.agent.delete(`/api/tags/${tag}`).set('Authorization', bearer(ann));
    const { text } = await remove().expect(403);
    expect(text).not.toContain(foreign);
    expect(await left()).toEqual([own, foreign]);
    await app.documents('api::note.note').update({ documentId: foreign, data: { notes: 'ann' } });
    await remove().expect(204);
    expect(await left()).toEqual([]);
  });

  it('refuses operations with a stale If-Match', async () => {
    const draft = async () => {
      const found = await post().findOne({ documentId: mine, status: 'draft' });
      return `"${found?.id}.${Date.parse(String(found?.updatedAt))}-x"`;
    };
    const publish = (tag: string) =>
      app.agent
        .post(`/api/posts/${mine}/actions/publish`)
        .set('Authorization', bearer(ann))
        .set('If-Match', tag);
    const read = await draft();
    await post().update({ documentId: mine, status: 'draft', data: { title: 'unseen' } });
    const { body } = await publish(read).expect(412);
    expect(body.error.name).toBe('PreconditionFailedError');
    expect(await post().findOne({ documentId: mine })).not.toMatchObject({ title: 'unseen' });
    await publish(await draft()).expect(200);
    expect(await post().findOne({ documentId: mine })).toMatchObject({ title: 'unseen' });
  });
});
