// The order of a relation, through the service and a real database, against a list in memory: some hundred random operations
// on both sides. The algebra itself is in link-order.test.ts.

import { testDatabases } from '../../../testing/databases';
import { relation, typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import type { DocumentObject } from '../write-action';

const LIST = 'api::list.list';
const ITEM = 'api::item.item';
const FILES = {
  'config/content-types/list.json': typeFile('list', {
    items: relation('manyToMany', 'item', { inversedBy: 'lists' }),
  }),
  'config/content-types/item.json': typeFile('item', {
    lists: relation('manyToMany', 'list', { mappedBy: 'items' }),
  }),
};
const OPERATIONS = 400;

/** The same numbers for the same seed, so that a failure comes again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(testDatabases())('the order of links on %s', (client) => {
  let content: TestContent;
  beforeAll(async () => {
    content = await openTestContent({ client, files: FILES });
  });
  afterAll(() => content?.close());

  test.each([1, 2])('is that of a list in memory, seed %s', async (seed) => {
    const random = randomOf(seed);
    const make = async (uid: string, count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let made = 0; made < count; made += 1)
        ids.push((await content.documents(uid).create({ data: {} })).documentId);
      return ids;
    };
    const items = await make(ITEM, 8);
    const lists = await make(LIST, 2);
    const model = new Map(lists.map((list): [string, string[]] => [list, []]));

    for (let operation = 0; operation < OPERATIONS / 2; operation += 1) {
      const list = lists[random(lists.length)] ?? '';
      const before = model.get(list) ?? [];
      const item = items[random(items.length)] ?? '';
      const without = before.filter((other) => other !== item);
      const beside = without[random(without.length)];
      let body: unknown;
      let after: string[];
      switch (random(6)) {
        case 0:
          after = items.filter(() => random(2) === 0).sort(() => random(3) - 1);
          body = after;
          break;
        case 1:
          after = without;
          body = { disconnect: [item] };
          break;
        case 2:
          after = [item, ...without];
          body = { connect: [{ documentId: item, position: { start: true } }] };
          break;
        case 3:
          after = [...without, item];
          body = { connect: [{ documentId: item, position: { end: true } }] };
          break;
        default: {
          if (beside === undefined) continue;
          const isBefore = random(2) === 0;
          const at = without.indexOf(beside) + (isBefore ? 0 : 1);
          after = [...without.slice(0, at), item, ...without.slice(at)];
          body = { connect: [{ documentId: item, position: { [isBefore ? 'before' : 'after']: beside } }] };
        }
      }
      await content.documents(LIST).update({ documentId: list, data: { items: body } });
      model.set(list, after);
      expect(await idsOf(LIST, list, 'items')).toEqual(after);
    }
    for (const item of items)
      expect((await idsOf(ITEM, item, 'lists')).sort()).toEqual(
        lists.filter((list) => model.get(list)?.includes(item)).sort(),
      );
    const orders = await content.rows('SELECT source_id, ord FROM lists_items_lnk');
    expect(new Set(orders.map(String)).size).toBe(orders.length);
  });

  async function idsOf(uid: string, documentId: string, name: string): Promise<string[]> {
    const found = await content
      .documents(uid)
      .findOne({ documentId, populate: { [name]: { fields: ['documentId'] } } });
    return ((found?.[name] ?? []) as DocumentObject[]).map((target) => target.documentId);
  }
});
