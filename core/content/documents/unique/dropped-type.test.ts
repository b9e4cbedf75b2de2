// Content types and unique attributes that are removed, and made again: no former value is taken, and no present one is free.

import { AppError } from '../../../kernel/errors/app-error';
import { createTestDatabase, testDatabases } from '../../../testing/databases';
import { diagnose } from '../../doctor/diagnose';
import { applyMigration } from '../../migrate/migrate';
import { compileFiles, typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';

const log = { info: () => undefined, warn: () => undefined };
const UNIQUE = { type: 'string', unique: true };
const note = { 'config/content-types/note.json': typeFile('note', { code: UNIQUE }) };
const box = { 'config/components/shared/box.json': { info: {}, attributes: { code: UNIQUE } } };
const page = (attributes: object) => ({ 'config/content-types/page.json': typeFile('page', attributes) });
const WHOLE = {
  ...page({
    code: UNIQUE,
    slug: { type: 'uid', targetField: 'code' },
    alias: { ...UNIQUE, uniqueWith: 'code' },
    box: { type: 'component', component: 'shared.box' },
  }),
  ...box,
};

describe.each(testDatabases())('unique values of removed definitions on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent;
  const open = async (files: Record<string, object>): Promise<void> => {
    content = await openTestContent({ client, on: database.config, files });
  };
  const reopen = async (files: Record<string, object>): Promise<void> => {
    await content.close();
    await open(files);
  };

  beforeEach(async () => {
    database = await createTestDatabase(client);
  });
  afterEach(async () => {
    await content.close();
    await database.drop();
  });

  const outcome = (type: string, data: object): Promise<string> =>
    content
      .documents(`api::${type}.${type}`)
      .create({ data })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof AppError ? error.message : String(error)),
      );
  const findings = async () => {
    const { checks } = await diagnose(content.database, content.schema, { log });
    return checks.flatMap(({ places }) => places.flatMap(({ examples }) => examples));
  };
  const TAKEN = 'This attribute must be unique';
  const DATA = { code: 'x', alias: 'y', box: { code: 'z' } };

  test('apply --drop of a type frees its values, and keeps those of other types', async () => {
    await open({ ...WHOLE, ...note });
    expect(await outcome('page', DATA)).toBe('done');
    expect(await outcome('note', { code: 'x' })).toBe('done');
    await reopen({ ...note, ...box });
    await applyMigration(content.database, compileFiles({ ...note, ...box }), { log, drop: true });
    expect(await findings()).toEqual([]);
    expect(await outcome('note', { code: 'x' })).toBe(TAKEN);
    await reopen({ ...WHOLE, ...note });
    expect(await outcome('page', DATA)).toBe('done');
    expect(await outcome('page', DATA)).toContain('error');
  });

  test('the last unique attribute of a type may go and come back', async () => {
    await open(page({ code: UNIQUE }));
    expect(await outcome('page', { code: 'x' })).toBe('done');
    await reopen(page({ code: { type: 'string' } }));
    expect(await findings()).toEqual([]);
    await content.documents('api::page.page').create({ data: { code: 'y' } });
    await reopen(page({ code: UNIQUE }));
    expect(await outcome('page', { code: 'y' })).toBe(TAKEN);
  });
});
