// `"uniqueWith": "name"`: no other document has the value in either attribute, also in documents older than the setting.

import { AppError } from '../../../kernel/errors/app-error';
import { createTestDatabase, testDatabases } from '../../../testing/databases';
import { diagnose } from '../../doctor/diagnose';
import { compileFiles, typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import type { DocumentObject } from '../write-action';

const PERSON = 'api::person.person';
const filesWith = (alias: object, more: object = {}) => ({
  'config/content-types/person.json': typeFile('person', {
    name: { type: 'string', unique: 'ignore-case' },
    alias: { type: 'string', unique: 'ignore-case', ...alias },
    note: { type: 'string' },
    ...more,
  }),
});

describe.each(testDatabases())('values that are unique in two attributes on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent;

  beforeEach(async () => {
    database = await createTestDatabase(client);
  });
  afterEach(async () => {
    await content.close();
    await database.drop();
  });

  const open = async (alias: object): Promise<void> => {
    content = await openTestContent({ client, on: database.config, files: filesWith(alias) });
  };
  const reopen = async (alias: object): Promise<void> => {
    await content.close();
    await open(alias);
  };
  const create = async (data: object): Promise<DocumentObject> =>
    (await content.documents(PERSON).create({ data })) as DocumentObject;
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? `${error.status}: ${error.message}` : String(error)),
    );
  const update = ({ documentId }: DocumentObject, data: object) =>
    outcome(content.documents(PERSON).update({ documentId, data }));
  const findings = async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const { checks } = await diagnose(content.database, content.schema, { log });
    return checks.flatMap(({ places }) => places.flatMap(({ examples }) => examples));
  };
  const TAKEN = '400: This attribute must be unique';

  test('of many parallel writes one gets the value, in whichever attribute', async () => {
    await open({ uniqueWith: 'name' });
    const bodies = ['anna', 'Anna', 'ANNA', 'anNa'].flatMap((name) => [{ name }, { alias: name }]);
    const answers = await Promise.all(bodies.map((data) => outcome(create(data))));
    expect(answers.sort()).toEqual([...Array(7).fill(TAKEN), 'done']);
    expect(await findings()).toEqual([]);
  });

  test('one document may have the value in both attributes, and releases it', async () => {
    await open({ uniqueWith: 'name' });
    const anna = await create({ name: 'anna', alias: 'Anna' });
    expect(await findings()).toEqual([]);
    expect(await update(anna, { name: 'Berta' })).toBe('done');
    expect(await outcome(create({ name: 'anna' }))).toBe(TAKEN);
    expect(await update(anna, { alias: 'berta' })).toBe('done');
    expect(await outcome(create({ name: 'anna' }))).toBe('done');
    expect(await update(anna, { alias: 'ANNA' })).toBe(TAKEN);
    expect(await findings()).toEqual([]);
  });

  test('claims stored values when the setting is new, and gives them back', async () => {
    await open({});
    await create({ name: 'anna' });
    await create({ alias: 'berta' });
    await reopen({ uniqueWith: 'name' });
    expect(await outcome(create({ alias: 'anna' }))).toBe(TAKEN);
    expect(await outcome(create({ name: 'berta' }))).toBe(TAKEN);
    expect(await findings()).toEqual([]);
    await reopen({});
    expect(await outcome(create({ alias: 'anna', name: 'berta' }))).toBe('done');
    expect(await findings()).toEqual([]);
  });

  test('starts with a value of two documents, names them, and allows other writes to both', async () => {
    await open({});
    const two = [await create({ name: 'anna' }), await create({ alias: 'Anna' })];
    await reopen({ uniqueWith: 'name' });
    const [finding = '', ...more] = await findings();
    expect(more).toEqual([]);
    for (const { documentId } of two) expect(finding).toContain(documentId);
    for (const one of two) expect(await update(one, { note: 'hello' })).toBe('done');
    expect(await outcome(create({ name: 'ANNA' }))).toBe(TAKEN);
  });
});

test.each([
  [{ uniqueWith: 'nam' }, 'there is no attribute "nam"; did you mean "name"?'],
  [{ uniqueWith: 'alias' }, 'expected the name of another attribute'],
  [{ uniqueWith: 'note' }, 'the attribute "note" has another "unique"; give both the same'],
  [{ unique: true, uniqueWith: 'name' }, 'the attribute "name" has another "unique"; give both the same'],
  [{ unique: false, uniqueWith: 'name' }, 'needs "unique" beside it; add it, or remove "uniqueWith"'],
  [{ uniqueWith: 'nick' }, 'the attribute "nick" has "uniqueWith" itself; name "name"'],
])('%j stops startup', (alias, message) => {
  const nick = { type: 'string', unique: 'ignore-case', uniqueWith: 'name' };
  expect(() => compileFiles(filesWith(alias, { nick }))).toThrow(message);
});
