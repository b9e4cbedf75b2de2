// `indexes` of schema files: made, changed and dropped by migrations; a unique one refuses stored and sent values.
import type { Database } from '../../../database/database';
import { AppError } from '../../../kernel/errors/app-error';
import { createTestDatabase, testDatabases } from '../../../testing/databases';
import { introspect } from '../../migrate/introspect';
import { planSchema } from '../../migrate/migrate';
import { syncSchema } from '../../migrate/sync';
import type { AxisDefinition } from '../../model/compiled/axis';
import { compileFiles, relation, typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import type { DocumentObject } from '../write-action';

const PAGE = 'api::page.page';
const log = { info: () => undefined, warn: () => undefined };
const TONE: AxisDefinition = {
  name: 'tone',
  column: 'tone',
  kind: 'parallel',
  store: { kind: 'text', length: 20 },
  base: () => 'low',
  defaultValue: () => 'low',
  outputKey: 'tone',
  any: true,
  pin: 'select',
};

const filesWith = (indexes: readonly object[], body: string = 'string') => ({
  'config/content-types/page.json': typeFile(
    'page',
    {
      title: { type: 'string' },
      shortName: { type: 'string' },
      body: { type: body },
      page: relation('manyToOne', 'page', { inversedBy: 'pages' }),
      pages: relation('oneToMany', 'page', { mappedBy: 'page' }),
    },
    { indexes },
  ),
});
const schema = {
  hooks: {
    contentType: (type: { addAxis(axis: AxisDefinition, isShared: () => boolean): void }) =>
      type.addAxis(TONE, () => false),
  },
};
const LONG = 'a_long_name_of_an_index_that_the_database_has_to_cut_by_itself';
const UNIQUE = { name: 'place', attributes: ['title', 'page'], unique: true };

describe.each(testDatabases())('declared indexes on %s', (client) => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let content: TestContent;
  beforeEach(async () => {
    created = await createTestDatabase(client);
  });
  afterEach(async () => {
    await content?.close();
    await created.drop();
  });

  const open = async (indexes: readonly object[], body?: string): Promise<Database> => {
    await content?.close();
    content = await openTestContent({ client, on: created.config, files: filesWith(indexes, body), schema });
    return content.database;
  };
  const plan = async (indexes: readonly object[]): Promise<readonly string[]> =>
    (await planSchema(content.database, compileFiles(filesWith(indexes), schema), { log })).lines;
  const stored = async (): Promise<Record<string, string>> => {
    const found = await content.database.transaction((tx) => introspect(tx, content.database.dialect));
    const own = [...(found.get('pages')?.indexes.values() ?? [])];
    return Object.fromEntries(
      own.map(({ name, columns, unique }) => [name, `${columns.join()}${unique ? ' unique' : ''}`]),
    );
  };
  const create = async (data: object): Promise<DocumentObject> =>
    (await content.documents(PAGE).create({ data })) as DocumentObject;
  const mistakeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? [error.status, error.details] : String(error)),
    );

  it('are made, changed and dropped; the axes stand in front', async () => {
    await open([]);
    const before = await stored();
    const named = [
      { attributes: ['createdAt', 'page'] },
      { name: LONG.slice(0, 59), attributes: ['title', 'tone'] },
      { name: 'peer', columns: ['short_name'], type: 'unique' },
    ];
    expect(await plan(named)).toEqual([
      '[at start] create the index pages_tone_created_at_page_doc_id_ix',
      expect.stringMatching(/^\[at start\] create the index pages_a_long_name_.*_[0-9a-f]{8}$/),
      `[at start] create the index pages_peer_uq (${PAGE}: unique values of short_name)`,
    ]);
    await open(named);
    expect(await plan(named)).toEqual([]);
    const { pages_peer_uq, pages_tone_created_at_page_doc_id_ix, ...others } = await stored();
    expect(pages_peer_uq).toBe('tone,short_name unique');
    expect(pages_tone_created_at_page_doc_id_ix).toBe('tone,created_at,page_doc,id');
    expect(Object.values(others)).toContain('title,tone,id');

    const changed = [{ name: 'peer', attributes: ['title', 'shortName'], unique: true }];
    const lines = await plan(changed);
    expect(lines).toHaveLength(4);
    expect(lines.slice(0, 2)).toEqual([
      '[at start] drop the index pages_peer_uq',
      `[at start] create the index pages_peer_uq (${PAGE}: unique values of title, shortName)`,
    ]);
    await open(changed);
    expect((await stored()).pages_peer_uq).toBe('tone,title,short_name unique');
    await open([]);
    expect(await stored()).toEqual(before);
  });

  it('a unique index of documentIds alone is the index of documentIds', async () => {
    await open([]);
    const before = await stored();
    const declared = [
      { attributes: ['documentId'], unique: true },
      { attributes: ['tone', 'documentId'], unique: true },
    ];
    expect(await plan(declared)).toEqual([]);
    await open(declared);
    expect(await stored()).toEqual(before);
  });

  it('a unique index counts stored values that several documents have, and refuses them', async () => {
    await open([]);
    const first = await create({ title: 'a' });
    for (const title of ['b', 'b', 'c', 'd']) await create({ title, page: first.documentId });
    await create({ title: 'e' });
    await create({ title: 'e' });
    const before = await stored();
    const blocked = `${PAGE}: documents share values of title, page (shared: 1), so the unique index pages_place_uq cannot be created. Change these documents, or remove "unique" from the index`;
    expect(await plan([UNIQUE])).toEqual([`[BLOCKED] ${blocked}`]);
    const next = compileFiles(filesWith([UNIQUE]), schema);
    await expect(syncSchema(content.database, next, { log })).rejects.toMatchObject({
      mistakes: [{ where: 'database', message: blocked }],
    });
    expect(await stored()).toEqual(before);
  });

  it('a unique index refuses writes with the attributes, from both sides of a relation', async () => {
    await open([UNIQUE]);
    const first = await create({ title: 'a' });
    await create({ title: 'a' });
    const data = { title: 'b', page: first.documentId };
    const refused = [
      400,
      {
        errors: ['title', 'page'].map((name) => ({
          path: [name],
          message: 'The values of title, page must be unique together',
          name: 'ValidationError',
        })),
      },
    ];
    await create(data);
    expect(await mistakeOf(create(data))).toEqual(refused);
    const free = await create({ title: 'b' });
    const pages = { connect: [free.documentId] };
    expect(
      await mistakeOf(content.documents(PAGE).update({ documentId: first.documentId, data: { pages } })),
    ).toEqual(refused);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => mistakeOf(create({ title: 'z', page: first.documentId }))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await content.documents(PAGE).count({ filters: { title: 'z' } })).toBe(1);
  });
});
