// Folders of files: a tree with rules, files that move as a whole, deletes that count, and lists that show nothing more.
import { examine, type TestApp, testDatabases } from '../../../core/testing';
import { openApp } from './app';
import { upload } from './files';
import { AT, FOLDER, fileIn, made, namesIn, numbered, refused, storeFiles, storeFolders } from './in-folders';

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({}, { database, api: { rest: { maxLimit: 250 } } });
  });
  afterAll(async () => {
    expect(await examine(app.kernel)).toEqual([]);
    await app.close();
  });

  it('makes, lists, renames and moves folders', async () => {
    const ponds = await made(app, 'Ponds');
    const small = await made(app, 'Small', ponds);
    const tiny = await made(app, 'Tiny', small);
    const { body: list } = await app.agent.get(
      `${AT}?filters[parent][documentId]=${ponds}&pagination[pageSize]=5`,
    );
    expect(list).toEqual({
      data: [
        expect.objectContaining({
          documentId: small,
          name: 'Small',
          parent: { id: expect.anything(), documentId: ponds, name: 'Ponds' },
        }),
      ],
      meta: { pagination: { page: 1, pageSize: 5, pageCount: 1, total: 1 } },
    });
    const { body: one } = await app.agent.get(`${AT}/${tiny}`);
    expect(one.data.path.map(({ name }: { name: string }) => name)).toEqual(['Ponds', 'Small']);
    const { body: renamed } = await app.agent.put(`${AT}/${small}`).send({ data: { name: 'Little' } });
    expect(renamed.data).toMatchObject({ name: 'Little', parent: { documentId: ponds } });
    await app.agent
      .put(`${AT}/${small}`)
      .send({ data: { parent: null } })
      .expect(200);
    const { body: moved } = await app.agent.get(`${AT}/${tiny}`);
    expect(moved.data.path.map(({ name }: { name: string }) => name)).toEqual(['Little']);
    await app.agent
      .put(`${AT}/unknown`)
      .send({ data: { name: 'x' } })
      .expect(404);
    await app.agent.get(`${AT}/unknown`).expect(404);
    await app.agent.delete(`${AT}/unknown`).expect(404);
  });

  it('refuses equal names, bad names, circles and deep trees', async () => {
    const first = await made(app, 'First');
    expect(await refused(app, 'FIRST')).toEqual([400, ['name'], expect.stringContaining('already')]);
    const inner = await made(app, 'First', first);
    expect(await refused(app, 'a/b')).toEqual([400, ['name'], expect.stringContaining('without slashes')]);
    for (const name of [' a', '..', '', 'a\u0000', 'a'.repeat(256)])
      expect([name, (await refused(app, name))[0]]).toEqual([name, 400]);
    expect((await refused(app, 'Lost', 'unknown'))[0]).toBe(400);
    for (const parent of [first, inner]) {
      const { status, body } = await app.agent.put(`${AT}/${first}`).send({ data: { parent } });
      expect([status, body.error.details.errors[0].path]).toEqual([400, ['parent']]);
    }
    let deepest = inner;
    for (let level = 3; level <= 10; level += 1) deepest = await made(app, `Level ${level}`, deepest);
    expect(await refused(app, 'Level 11', deepest)).toEqual([
      400,
      ['parent'],
      expect.stringContaining('at most 10'),
    ]);
    const high = await made(app, 'High');
    await made(app, 'Below', high);
    const ninth = (await app.agent.get(`${AT}/${deepest}`)).body.data.parent.documentId;
    await app.agent
      .put(`${AT}/${high}`)
      .send({ data: { parent: ninth } })
      .expect(400);
    expect((await app.agent.get(`${AT}/${high}`)).body.data.parent).toBe(null);
  });

  it('two requests at once make one folder of a name, and no circle', async () => {
    const both = await Promise.all([refused(app, 'Twice'), refused(app, 'twice')]);
    expect(both.map(([status]) => status).sort()).toEqual([201, 400]);
    const [left, right] = [await made(app, 'Left'), await made(app, 'Right')];
    const put = (id: string, parent: string) => app.agent.put(`${AT}/${id}`).send({ data: { parent } });
    const moved = await Promise.all([put(left, right), put(right, left)]);
    expect(moved.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('lists the files of a folder, and says where files are when it is asked', async () => {
    const folder = await made(app, 'Listed');
    const inner = await made(app, 'Inner', folder);
    const file = await fileIn(app, folder, 'in.txt');
    await fileIn(app, inner, 'deep.txt');
    await fileIn(app, null, 'out.txt');
    expect(file).not.toHaveProperty('folder');
    expect(await namesIn(app, folder)).toEqual(['in.txt']);
    expect(await namesIn(app, 'root')).toEqual(['out.txt']);
    expect(await namesIn(app, 'any')).toEqual(['deep.txt', 'in.txt', 'out.txt']);
    const shown = (await app.agent.get(`/api/upload/files/${file.id}?folder=any`)).body;
    expect(shown.folder).toEqual({ id: expect.anything(), documentId: folder, name: 'Listed' });
    const page = (await app.agent.get(`/api/upload/files/page?folder=${inner}`)).body;
    expect([page.meta.pagination.total, page.data[0].folder.name]).toEqual([1, 'Inner']);
    for (const query of ['populate=folder', 'filters[folder][name]=Listed', 'fields=folder'])
      expect([query, (await app.agent.get(`/api/upload/files?${query}`)).status]).toEqual([query, 400]);
    await app.agent.get('/api/upload/files?folder=unknown').expect(404);
    await app.agent.get('/api/upload/files?folder[a]=b').expect(400);
  });

  it('moves files: all of them or none', async () => {
    const [from, to] = [await made(app, 'From'), await made(app, 'To')];
    const files = [await fileIn(app, from, '1.txt'), await fileIn(app, from, '2.txt')];
    const move = (ids: readonly unknown[], folder: unknown) =>
      app.agent.post('/api/upload/actions/move').send({ data: { files: ids, folder } });
    const ids = files.map(({ id }) => id);
    expect((await move([...ids, 999_999], to)).status).toBe(404);
    expect((await move(ids, 'unknown')).status).toBe(400);
    expect((await move([], to)).status).toBe(400);
    expect(await namesIn(app, from)).toEqual(['1.txt', '2.txt']);
    expect((await move(ids, to).expect(200)).body.data).toHaveLength(2);
    expect([await namesIn(app, from), await namesIn(app, to)]).toEqual([[], ['1.txt', '2.txt']]);
    const info = (folder: unknown) =>
      upload(app, [], { fileInfo: JSON.stringify({ folder }) }, `?id=${ids[0]}`);
    await info(null).expect(200);
    await info(7).expect(400);
    await info('unknown').expect(400);
    expect(await namesIn(app, to)).toEqual(['2.txt']);
    await app.agent
      .put(`${AT}/${to}`)
      .send({ data: { parent: from } })
      .expect(200);
    expect(await namesIn(app, to)).toEqual(['2.txt']);
  });

  it('deletes an empty folder, and a full one with its exact numbers', async () => {
    const folder = await made(app, 'Full');
    const inner = await made(app, 'Inside', folder);
    const file = await fileIn(app, inner);
    await fileIn(app, folder);
    const remove = (query = '') => app.agent.delete(`${AT}/${folder}${query}`);
    const { status, body } = await remove();
    expect([status, body.error.details]).toEqual([409, { folders: 1, files: 2 }]);
    await remove('?folders=1&files=1').expect(409);
    await remove('?files=x').expect(400);
    await expect(app.documents(FOLDER).delete({ documentId: folder })).rejects.toMatchObject({
      code: 'DOCUMENT_IN_USE',
    });
    expect((await app.agent.get(file.url)).text).toBe('a');
    await remove('?folders=1&files=2').expect(204);
    await app.agent.get(file.url).expect(404);
    await app.agent.get(`/api/upload/files/${file.id}`).expect(404);
    await app.agent.get(`${AT}/${inner}`).expect(404);
    await app.agent.delete(`${AT}/${await made(app, 'Empty')}`).expect(204);
  });

  it('folders with more entries than a list of a filter takes are listed, renamed, moved and deleted', async () => {
    const [full, target] = [await made(app, 'Many'), await made(app, 'Target')];
    const inside = numbered(101, 'inside');
    await storeFolders(
      app,
      inside.map((id) => ({ id, parent: full })),
    );
    await storeFiles(app, numbered(101, 'many'), (_, index) => String(inside[index]));
    const list = (await app.agent.get('/api/upload/files?folder=any').expect(200)).body;
    expect(list.filter((file: { folder: object | null }) => file.folder !== null).length).toBeGreaterThan(
      100,
    );
    const put = (data: object) => app.agent.put(`${AT}/${full}`).send({ data });
    await put({ name: 'Very many' }).expect(200);
    await put({ parent: target }).expect(200);
    expect((await app.agent.delete(`${AT}/${full}`)).body.error.details).toEqual({
      folders: 101,
      files: 101,
    });
    await app.agent.delete(`${AT}/${full}?folders=101&files=101`).expect(204);
    await app.agent.delete(`${AT}/${target}`).expect(204);
  });

  it('a tree that an import made too deep can be renamed and deleted', async () => {
    const [top = '', ...below] = numbered(15, 'deep');
    await storeFolders(app, [
      { id: top, parent: null },
      ...below.map((id, index) => ({ id, parent: [top, ...below][index] ?? null })),
    ]);
    const put = (id: unknown, data: object) => app.agent.put(`${AT}/${id}`).send({ data });
    await put(below[3], { name: 'Renamed' }).expect(200);
    await put(below[3], { name: 'Again', parent: below[2] }).expect(200);
    const { status, body } = await put(below[13], { parent: below[11] });
    expect([status, body.error.message]).toEqual([400, expect.not.stringMatching(/1[1-9]/)]);
    await app.agent.delete(`${AT}/${top}?folders=14`).expect(204);
  });

  it('own code follows the rules of the tree', async () => {
    await made(app, 'Once');
    await expect(app.documents(FOLDER).create({ data: { name: 'once' } })).rejects.toMatchObject({
      code: 'UPLOAD_FOLDER',
    });
  });
});
