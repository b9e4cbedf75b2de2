// A shared attribute may have the name `all`: copying it to other locales copies that attribute only.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { doneBy, openApp, requester, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const NOTE = type(
  'note',
  { title: { type: 'string', ...localized }, all: { type: 'string' } },
  { ...localized, options: { draftAndPublish: true } },
);

describe.each(testDatabases())('a shared attribute named "all" on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);

  const write = doneBy(call);
  const read = async (path: string): Promise<unknown[]> => {
    const { title, all } = (await call('get', path)).body.data;
    return [title, all];
  };

  beforeEach(async () => {
    app = await openApp(undefined, { database, contentTypes: [NOTE], components: {} });
  });
  afterEach(() => app?.close());

  it('is the only shared column after all columns were copied from a row', async () => {
    const { documentId } = await write('post', 'notes', { title: 'One', all: 'x' });
    const path = `notes/${documentId}`;
    await write('put', `${path}?locale=fr`, { title: 'Un' });
    await write('put', `${path}?status=draft`, { title: 'Uno' });
    await write('post', `${path}/actions/discard-draft`);
    await write('put', path, { all: 'y' });
    expect(await read(path)).toEqual(['One', 'y']);
    expect(await read(`${path}?locale=fr`)).toEqual(['Un', 'y']);
  });

  it('is not the only column that a discarded draft copies, after it was shared', async () => {
    const { documentId } = await write('post', 'notes', { title: 'One', all: 'x' });
    const path = `notes/${documentId}`;
    await write('put', `${path}?locale=fr`, { title: 'Un' });
    await write('put', path, { all: 'y' });
    await write('put', `${path}?status=draft`, { title: 'Uno' });
    await write('post', `${path}/actions/discard-draft`);
    expect(await read(`${path}?status=draft`)).toEqual(['One', 'y']);
  });
});
