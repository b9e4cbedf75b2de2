import { createTurns } from './keyed-queue';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

it('works on one file run one after the other, also after a failure', async () => {
  const inTurn = createTurns();
  const steps: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    steps.push(`${name} begins`);
    await pause(5);
    steps.push(`${name} ends`);
    if (name === 'second') throw new Error(name);
    return name;
  };
  const all = ['first', 'second', 'third'].map((name) => inTurn(1, work(name)));
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it('works on different files run at the same time', async () => {
  const inTurn = createTurns();
  const steps: string[] = [];
  const slow = inTurn(1, async () => {
    await pause(50);
    steps.push('slow');
  });
  await inTurn(2, async () => void steps.push('fast'));
  await slow;
  expect(steps).toEqual(['fast', 'slow']);
});
