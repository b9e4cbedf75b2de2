import { createKeyedQueue } from './keyed-queue';

/** Work that ends when the test says so. */
function openWork(steps: string[], name: string) {
  let end = (): void => undefined;
  let fail = (): void => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => reject(new Error(name));
  });
  const work = async (): Promise<string> => {
    steps.push(`${name} begins`);
    await promise.finally(() => steps.push(`${name} ends`));
    return name;
  };
  return { work, end: () => end(), fail: () => fail() };
}

it('works with one key run one after the other, also after a failure', async () => {
  const run = createKeyedQueue<number>();
  const steps: string[] = [];
  const names = ['first', 'second', 'third'];
  const works = names.map((name) => openWork(steps, name));
  const results = Promise.allSettled(works.map(({ work }) => run(1, work)));
  // The last may end at once, but it waits for the others.
  works[2]?.end();
  works[1]?.fail();
  works[0]?.end();
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it('works with different keys run at the same time', async () => {
  const run = createKeyedQueue<string>();
  const steps: string[] = [];
  const slow = openWork(steps, 'slow');
  const running = run('a', slow.work);
  await run('b', async () => void steps.push('fast'));
  slow.end();
  await running;
  expect(steps).toEqual(['slow begins', 'fast', 'slow ends']);
});

it('a call from work with the same key, after its end, does not wait for ever', async () => {
  const run = createKeyedQueue<string>();
  expect(await run('a', async () => 1)).toBe(1);
  expect(await run('a', async () => 2)).toBe(2);
});
