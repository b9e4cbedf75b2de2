// All loops write the same few documents. They link and unlink from both sides, take one-to-one targets from each other, delete
// and create. A 4xx is normal here; an error of the database is a failure.
import type { Kernel } from '../../core';
import { AppError } from '../../core';
import { DATABASE_ERROR } from './answers';
import { ARTICLE, COVER, serviceOf, TAG } from './application';
import { pick } from './pick';

export interface CrowdResult {
  readonly written: number;
  /** Answers of 4xx, for example: a document was deleted meanwhile, a value is taken. */
  readonly refused: number;
  /** Answers of 503. */
  readonly busy: number;
  readonly retries: number;
  /** Text of any other error → number of answers. */
  readonly strange: Readonly<Record<string, number>>;
}

export async function runCrowd(kernel: Kernel, loops: number, milliseconds: number): Promise<CrowdResult> {
  const until = performance.now() + milliseconds;
  const counts = { written: 0, refused: 0, busy: 0 };
  const strange: Record<string, number> = {};
  const once = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      counts.written += 1;
    } catch (error) {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const isExpected = error instanceof AppError && !DATABASE_ERROR.test(text);
      if (isExpected && error.status === 503) counts.busy += 1;
      else if (isExpected && error.status < 500) counts.refused += 1;
      else strange[text] = (strange[text] ?? 0) + 1;
    }
  };
  await Promise.all(
    Array.from({ length: loops }, async () => {
      while (performance.now() < until) await once(() => writeSomething(kernel));
    }),
  );
  return { ...counts, retries: kernel.database.stats().retries, strange };
}

async function writeSomething(kernel: Kernel): Promise<unknown> {
  const ids = async (uid: string): Promise<string[]> => {
    const found: unknown = await serviceOf(kernel, uid).findMany({ fields: ['documentId'] });
    return Array.isArray(found) ? found.map(({ documentId }) => String(documentId)) : [];
  };
  const [articles, tags, covers] = [await ids(ARTICLE), await ids(TAG), await ids(COVER)];
  const [article, tag, cover] = [articles, tags, covers].map((list) =>
    list.length > 0 ? pick(list) : undefined,
  );
  const service = serviceOf(kernel, ARTICLE);
  const edition = pick(['main', 'main', 'other']);
  const update = (data: object): Promise<unknown> => service.update({ documentId: article, edition, data });
  const title = String(Math.random());
  if (article === undefined || articles.length < 4)
    return service.create({ data: { title, code: pick(['a', 'b', 'c', 'd', 'e']), tags, cover } });
  if (tag === undefined || tags.length < 3)
    return serviceOf(kernel, TAG).create({ data: { name: title, articles: { connect: [article] } } });
  if (cover === undefined || covers.length < 2)
    return serviceOf(kernel, COVER).create({ data: { name: title, article } });
  const deeds: readonly (() => Promise<unknown>)[] = [
    () => update({ title, code: pick(['a', 'b', 'c', 'd', 'e']) }),
    () => update({ title, tags: { connect: [{ documentId: tag, position: { start: true } }] } }),
    () => update({ title, tags: { disconnect: [tag] } }),
    () => update({ title, tags: [...tags].reverse(), lead: tag }),
    () => update({ title, cover }),
    () => update({ title, boxes: [{ label: 'x', mark: pick(['m', 'n', 'o']) }] }),
    () => serviceOf(kernel, TAG).update({ documentId: tag, data: { articles: { connect: [article] } } }),
    () => serviceOf(kernel, TAG).update({ documentId: tag, data: { articles, led: [article] } }),
    () => serviceOf(kernel, COVER).update({ documentId: cover, data: { article } }),
    () => service.delete({ documentId: article, edition: pick(['*', 'other']) }),
    () => serviceOf(kernel, pick([TAG, TAG, COVER])).delete({ documentId: pick([tag, cover]) }),
  ];
  return pick(deeds)();
}
