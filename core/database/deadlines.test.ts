// One timer tells all waits that took too long; it holds the process as long as somebody waits.
import { createDeadlines } from './deadlines';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('deadlines', () => {
  it('are told in the order of their times, whatever the order in which they were set', async () => {
    const within = createDeadlines();
    const told: number[] = [];
    for (const time of [40, 5, 25, 5]) within(time, () => told.push(time));
    await pause(80);
    expect(told).toEqual([5, 5, 25, 40]);
  });

  it('say nothing of what ended in time, and go on with the others', async () => {
    const within = createDeadlines();
    const told: string[] = [];
    const end = within(10, () => told.push('ended'));
    within(30, () => told.push('late'));
    end();
    end();
    await pause(70);
    expect(told).toEqual(['late']);
  });

  it('never come early', async () => {
    const within = createDeadlines();
    for (const time of [1, 7, 20]) {
      const began = performance.now();
      await new Promise<void>((resolve) => within(time, resolve));
      expect(performance.now() - began).toBeGreaterThanOrEqual(time);
    }
  });

  it('take one that is set while others are told', async () => {
    const within = createDeadlines();
    const told: string[] = [];
    within(5, () => {
      told.push('first');
      within(5, () => told.push('second'));
    });
    await pause(50);
    expect(told).toEqual(['first', 'second']);
  });

  it('hold the process while somebody waits, and no longer', () => {
    const within = createDeadlines();
    const held = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = held();
    const counts: number[] = [];
    const ends = [50_000, 20_000, 90_000].map((time) => within(time, () => undefined));
    counts.push(held() - before);
    for (const end of ends) end();
    counts.push(held() - before);
    const again = within(60_000, () => undefined);
    counts.push(held() - before);
    again();
    counts.push(held() - before);
    expect(counts).toEqual([1, 0, 1, 0]);
  });
});
