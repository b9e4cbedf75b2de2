// Each loop writes its own documents with links, entries and a unique value, in two editions and two versions. It prints a line
// before each deletion and after each acknowledged write.
import type { Kernel } from '../../core';
import { ARTICLE, serviceOf, TAG } from './application';

type Say = (...words: readonly (string | number)[]) => void;

/** Documents that a loop keeps. */
const KEPT = 4;

export async function writeOwnDocuments(kernel: Kernel, loops: number, say: Say): Promise<never> {
  await Promise.all(Array.from({ length: loops }, () => loop(kernel, say)));
  throw new Error('a loop ended');
}

async function loop(kernel: Kernel, say: Say): Promise<void> {
  const articles = serviceOf(kernel, ARTICLE);
  const tags = serviceOf(kernel, TAG);
  const own: string[] = [];
  for (let turn = 1; ; turn += 1) {
    const tag = await tags.create({ data: { name: `tag ${turn}` } });
    const data = {
      code: `${process.pid}-${Math.random()}`,
      price: turn,
      tags: { connect: [tag?.documentId] },
      lead: tag?.documentId,
      boxes: [{ label: 'a', mark: `${process.pid}-${Math.random()}` }, { label: 'b' }],
    };
    const made = await articles.create({ data: { ...data, title: '0' } });
    const id = made?.documentId ?? '';
    own.push(id);
    say('stored', id, 0);
    for (let step = 1; step <= 3; step += 1) {
      await articles.update({ documentId: id, data: { title: String(step), price: turn + step } });
      say('stored', id, step);
    }
    await articles.update({
      documentId: id,
      edition: 'other',
      data: { title: '4', boxes: [{ label: 'c' }] },
    });
    const oldest = own.length > KEPT ? own.shift() : undefined;
    if (oldest === undefined) continue;
    say('deleting', oldest);
    await articles.delete({ documentId: oldest, edition: '*' });
    say('deleted', oldest);
    if (tag && turn % 2 === 0) await tags.delete({ documentId: tag.documentId });
  }
}
