// Compares the statements in the READMEs of links/, rows/, unique/ and write/ with those of SQLite. Each block ```sql is one write.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tx } from '../../database/database';
import type { StagesAxis } from '../model/compiled/axis';
import { relation, typeFile } from '../model/testing-files';
import { openTestContent, type TestContent } from './testing-content';
import type { DocumentObject, WriteAction } from './write-action';

const PAGE = 'api::page.page';
const PHASE: StagesAxis = {
  name: 'phase',
  column: 'phase',
  kind: 'stages',
  working: 'work',
  store: { kind: 'text', length: 8 },
  base: () => 'shown',
  defaultValue: () => 'shown',
  any: false,
  pin: 'restrict',
};

/** Every write goes to the working row, and from there to the shown row. */
async function show(action: WriteAction): Promise<void> {
  if (action.operation === 'delete') return;
  action.target.phase = 'work';
  action.goesLive = true;
  action.followUps.push({
    name: 'show',
    async run({ action: { type, documentId, target }, variants }) {
      await variants.copy(type, documentId, target, { ...target, phase: 'shown' });
    },
  });
}

describe('the statements in the READMEs of documents', () => {
  let content: TestContent;
  let statements: string[];

  const open = async (attributes: Parameters<typeof typeFile>[1], withStages = false): Promise<void> => {
    content = await openTestContent({
      client: 'sqlite',
      files: { 'config/content-types/page.json': typeFile('page', attributes) },
      schema: { hooks: { contentType: (type) => withStages && type.addAxis(PHASE, () => false) } },
      hooks: withStages ? { prepare: show } : {},
    });
    record(content);
  };
  const record = ({ database }: TestContent): void => {
    const transaction = database.transaction.bind(database);
    Object.assign(database, {
      transaction: (work: (tx: Tx) => Promise<unknown>, options: object) =>
        transaction((tx) => work(recorded(tx)), options),
    });
  };
  const recorded = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, key) {
        const member = Reflect.get(target, key, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (key === 'all' || key === 'run') statements.push(String(args[0]));
          return member.apply(target, args) as unknown;
        };
      },
    });
  /** The blocks of a README, a statement per entry; a line that is indented continues its statement. */
  const documented = (room: string): string[][] =>
    [
      ...readFileSync(join('core/content/documents', room, 'README.md'), 'utf8').matchAll(
        /```sql\n(.*?)```/gs,
      ),
    ].map(([, block = '']) =>
      block
        .trim()
        .split(/\n(?! )/)
        .map((line) => line.replace(/\s+/g, ' ')),
    );
  const page = async (data: object): Promise<string> =>
    (await content.documents(PAGE).create({ data })).documentId;
  const recording = async (work: () => Promise<DocumentObject | object | null>): Promise<string[]> => {
    statements = [];
    await work();
    return statements.map((text) => text.replaceAll('"', ''));
  };

  beforeEach(() => {
    statements = [];
  });
  afterEach(() => content.close());

  test('of links/: a connect', async () => {
    content = await openTestContent({
      client: 'sqlite',
      files: {
        'config/content-types/article.json': typeFile('article', {
          title: { type: 'string' },
          tags: relation('manyToMany', 'tag'),
        }),
        'config/content-types/tag.json': typeFile('tag', { name: { type: 'string' } }),
      },
    });
    record(content);
    const tag = await content.documents('api::tag.tag').create({ data: { name: 'T' } });
    const articles = content.documents('api::article.article');
    const { documentId } = await articles.create({ data: { title: 'A' } });
    const connect = (): Promise<string[]> =>
      recording(() => articles.update({ documentId, data: { tags: { connect: [tag.documentId] } } }));
    const first = await connect();
    expect([first]).toEqual(documented('links'));
    // The link exists: all but the INSERT.
    expect(await connect()).toEqual(first.slice(0, -1));
  });

  test('of write/: an update', async () => {
    await open({ title: { type: 'string' } });
    const documentId = await page({ title: 'Old' });
    expect([
      await recording(() => content.documents(PAGE).update({ documentId, data: { title: 'New' } })),
    ]).toEqual(documented('write'));
  });

  test('of rows/: an update of a working row that is then shown', async () => {
    await open({ title: { type: 'string' }, price: { type: 'integer' } }, true);
    const documentId = await page({ title: 'Old' });
    expect([
      await recording(() => content.documents(PAGE).update({ documentId, data: { title: 'New' } })),
    ]).toEqual(documented('rows'));
  });

  test('of unique/: a create, and an update', async () => {
    await open({ slug: { type: 'string', unique: true } });
    let documentId = '';
    const create = await recording(async () => {
      documentId = await page({ slug: 'old' });
      return null;
    });
    const update = await recording(() =>
      content.documents(PAGE).update({ documentId, data: { slug: 'new' } }),
    );
    expect([create, update]).toEqual(documented('unique'));
  });
});
