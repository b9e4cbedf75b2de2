// `"unique": "ignore-case"`: texts that differ only in letter case are one value, also in documents older than the setting.

import { AppError } from '../../../kernel/errors/app-error';
import { createTestDatabase, testDatabases } from '../../../testing/databases';
import { diagnose } from '../../doctor/diagnose';
import { typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import type { DocumentObject } from '../write-action';

const PERSON = 'api::person.person';
const filesWith = (unique: unknown) => ({
  'config/content-types/person.json': typeFile('person', {
    name: { type: 'string', unique },
    note: { type: 'string' },
  }),
});

describe.each(testDatabases())('unique values without regard to case on %s', (client) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent;

  beforeEach(async () => {
    database = await createTestDatabase(client);
  });
  afterEach(async () => {
    await content.close();
    await database.drop();
  });

  const open = async (unique: unknown): Promise<void> => {
    content = await openTestContent({ client, on: database.config, files: filesWith(unique) });
  };
  const reopen = async (unique: unknown): Promise<void> => {
    await content.close();
    await open(unique);
  };
  const create = async (name: string): Promise<DocumentObject> =>
    (await content.documents(PERSON).create({ data: { name } })) as DocumentObject;
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

  test('of many parallel writes one gets the name, the others get an error', async () => {
    await open('ignore-case');
    const spellings = ['anna', 'Anna', 'ANNA', 'aNNa', 'anNa', 'AnnA'];
    const answers = await Promise.all(spellings.map((name) => outcome(create(name))));
    expect(answers.sort()).toEqual([...Array(5).fill(TAKEN), 'done']);
    expect(await content.documents(PERSON).count()).toBe(1);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ['Café', 'CAFE\u0301'],
    ['οδός', 'ΟΔΌΣ'],
    ['J\u030cana', '\u01f0ana'],
    ['STRAẞE', 'straße'],
    ['Straße', 'STRASSE', 'done'],
    ['İnci', 'inci', 'done'],
    ['Ａnna', 'anna', 'done'],
  ])('%j and %j', async (one, other, answer = TAKEN) => {
    await open('ignore-case');
    await create(one);
    expect(await outcome(create(other))).toBe(answer);
  });

  test('lets a document change the case of its name, and releases a replaced name', async () => {
    await open('ignore-case');
    const anna = await create('anna');
    expect(await update(anna, { name: 'ANNA' })).toBe('done');
    expect(await update(anna, { name: 'Berta' })).toBe('done');
    expect(await outcome(create('Anna'))).toBe('done');
    expect(await outcome(create('BERTA'))).toBe(TAKEN);
    expect(await findings()).toEqual([]);
  });

  test('claims stored names when the attribute becomes unique', async () => {
    await open(true);
    await create('Anna');
    expect(await outcome(create('anna-maria'))).toBe('done');
    await reopen('ignore-case');
    expect(await outcome(create('ANNA'))).toBe(TAKEN);
    expect(await outcome(create('Anna-Maria'))).toBe(TAKEN);
    expect(await findings()).toEqual([]);
    await reopen(true);
    expect(await outcome(create('ANNA'))).toBe('done');
    expect(await findings()).toEqual([]);
  });

  test('starts with two equal names, logs them, and allows writes to both', async () => {
    await open(true);
    const two = [await create('Anna'), await create('anna')];
    await reopen('ignore-case');
    const [finding = '', ...more] = await findings();
    expect(more).toEqual([]);
    for (const { documentId } of two) expect(finding).toContain(documentId);
    expect(finding).toMatch(/have the same value "[Aa]nna"; change one of them/);

    for (const one of two) expect(await update(one, { note: 'hello' })).toBe('done');
    expect(await outcome(create('ANNA'))).toBe(TAKEN);
    const answers = [await update(two[0] as DocumentObject, { name: 'ANNA' })];
    answers.push(await update(two[1] as DocumentObject, { name: 'ANNA' }));
    expect(answers.sort()).toEqual([TAKEN, 'done']);

    expect(await update(two[1] as DocumentObject, { name: 'Berta' })).toBe('done');
    expect(await update(two[0] as DocumentObject, { note: 'again' })).toBe('done');
    expect(await outcome(create('anna'))).toBe(TAKEN);
    expect(await findings()).toEqual([]);
  });
});
