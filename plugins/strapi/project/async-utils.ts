// `async` of `@strapi/utils`.
type Work = (value: never, index: number) => unknown;

export interface MapOptions {
  readonly concurrency?: number;
}

/** Also in two steps: `map(list)(work)`. */
function map(list: Iterable<unknown>, work?: Work, options: MapOptions = {}): unknown {
  return work === undefined
    ? (later: Work, more?: MapOptions) => mapped(list, later, more)
    : mapped(list, work, options);
}

async function mapped(
  list: Iterable<unknown>,
  work: Work,
  { concurrency = Number.POSITIVE_INFINITY }: MapOptions = {},
): Promise<unknown[]> {
  const values = await Promise.all(list);
  const results: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < values.length) {
      const at = next++;
      results[at] = await work(values[at] as never, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, values.length) }, worker));
  return results;
}

export const asyncUtils = {
  map,
  pipe:
    (...steps: readonly ((...values: never[]) => unknown)[]) =>
    async (...given: readonly unknown[]): Promise<unknown> => {
      let values = given;
      for (const step of steps) values = [await step(...(values as never[]))];
      return values[0];
    },
  reduce:
    (list: readonly unknown[]) =>
    async (
      work: (sum: unknown, value: unknown, index: number) => unknown,
      start: unknown,
    ): Promise<unknown> => {
      let sum = start;
      for (const [index, value] of list.entries()) sum = await work(sum, await value, index);
      return sum;
    },
};
