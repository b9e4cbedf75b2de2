// A write that replaces all links and publishes stores the links of both rows at once. The published row has the links of the draft
// afterwards, also when other code changes links before the copy.
import { definePlugin, type FollowUp } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './testing-app';

const ARTICLE = 'api::article.article';
const relation = (target: string, side: object = {}) => ({
  type: 'relation' as const,
  relation: 'manyToMany',
  target: `api::${target}.${target}`,
  ...side,
});

describe.each(testDatabases())('links of a published document on %s', (database) => {
  let app: TestApp;
  let tags: string[];
  /** A follow-up that runs before the copy of the draft. */
  let before: FollowUp['run'] | null = null;

  const draftTags = 'SELECT id FROM articles WHERE document_id = ? AND _status = 0';
  const tagsOf = async (documentId: string, status: 'draft' | 'published'): Promise<unknown> => {
    const document = await app.documents(ARTICLE).findOne({ documentId, status, populate: ['tags', 'near'] });
    const { tags: own, near } = document as unknown as Record<string, { documentId: string }[]>;
    return [own, near].map((list) => list?.map((one) => one.documentId));
  };
  const update = (documentId: string, data: object) => app.documents(ARTICLE).update({ documentId, data });
  const make = async (data: object): Promise<string> =>
    (await app.documents(ARTICLE).create({ data: { title: 'One', ...data } })).documentId;

  beforeAll(async () => {
    const first = definePlugin({
      name: 'first',
      register: ({ hooks }) =>
        hooks.documents.prepare(
          ({ followUps }) => {
            const run = before;
            const [publish] = followUps;
            if (!run || !publish) return;
            followUps[0] = {
              name: 'before',
              async run(context) {
                await run(context);
                await publish.run(context);
              },
            };
          },
          { stage: 100 },
        ),
    });
    app = await openApp({
      database,
      plugins: [first],
      components: {},
      contentTypes: [
        {
          info: { singularName: 'article', pluralName: 'articles' },
          options: { draftAndPublish: true },
          attributes: {
            title: { type: 'string' },
            tags: relation('tag'),
            near: relation('article', { inversedBy: 'far' }),
            far: relation('article', { mappedBy: 'near' }),
          },
        },
        { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
      ],
    });
    const made = ['a', 'b', 'c', 'd'].map((name) => app.documents('api::tag.tag').create({ data: { name } }));
    tags = (await Promise.all(made)).map(({ documentId }) => documentId);
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    before = null;
  });

  it.each<[string, number[], number[]]>([
    ['all replaced', [0, 1], [2, 3]],
    ['some kept', [0, 1], [1, 2]],
    ['another order', [0, 1, 2], [2, 1, 0]],
    ['none before', [], [0, 1, 2]],
    ['none left', [0, 1], []],
    ['the same', [0, 1], [0, 1]],
  ])('%s', async (_case, from, to) => {
    const list = (indexes: number[]) => indexes.map((index) => tags[index]);
    const documentId = await make({ tags: list(from) });
    await update(documentId, { tags: list(to) });
    expect(await tagsOf(documentId, 'draft')).toEqual([list(to), []]);
    expect(await tagsOf(documentId, 'published')).toEqual([list(to), []]);
  });

  it('of a draft with pending changes', async () => {
    const documentId = await make({ tags: [tags[0]] });
    await app.documents(ARTICLE).update({ documentId, status: 'draft', data: { tags: [] } });
    await update(documentId, { tags: [tags[1]] });
    expect(await tagsOf(documentId, 'published')).toEqual([[tags[1]], []]);
  });

  it('after the same write has linked the document with itself, from the other side', async () => {
    const [documentId, other] = [await make({}), await make({})];
    await update(documentId, { near: [other], far: [documentId] });
    const expected = await tagsOf(documentId, 'draft');
    expect(expected).toEqual([[], [other, documentId]]);
    expect(await tagsOf(documentId, 'published')).toEqual(expected);
  });

  it('after a follow-up has changed the draft with statements of its own', async () => {
    const documentId = await make({ tags: [tags[0]] });
    before = async ({ tx, action }) => {
      const [[id] = []] = await tx.all(draftTags, [action.documentId]);
      await tx.run('DELETE FROM articles_tags_lnk WHERE source_id = ? AND target = ?', [id, tags[1]]);
    };
    await update(documentId, { tags: [tags[1], tags[2]] });
    expect(await tagsOf(documentId, 'draft')).toEqual([[tags[2]], []]);
    expect(await tagsOf(documentId, 'published')).toEqual([[tags[2]], []]);
  });

  it('after a follow-up has copied other links to the draft', async () => {
    const documentId = await make({ tags: [tags[0]] });
    const other = { status: 'draft' } as const;
    before = async ({ action, variants }) => {
      await variants.copy(ARTICLE_TYPE(), action.documentId, { status: 'published' }, other);
    };
    await update(documentId, { tags: [tags[1]] });
    expect(await tagsOf(documentId, 'published')).toEqual(await tagsOf(documentId, 'draft'));
  });
  const ARTICLE_TYPE = () => {
    const type = app.kernel.schema.types.get(ARTICLE);
    if (!type) throw new Error('no type');
    return type;
  };
});
