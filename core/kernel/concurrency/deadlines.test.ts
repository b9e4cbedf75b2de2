// One timer ends all waits that take too long; it keeps the process alive while a wait is pending.
import { createDeadlines } from './deadlines';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('deadlines', () => {
  it('end in the order of their times, whatever the order in which they were set', async () => {
    const within = createDeadlines();
    const fired: number[] = [];
    for (const time of [40, 5, 25, 5]) within(time, () => fired.push(time));
    await pause(80);
    expect(fired).toEqual([5, 5, 25, 40]);
  });

  it('say nothing of what ended in time, and go on with the others', async () => {
    const within = createDeadlines();
    const fired: string[] = [];
    const end = within(10, () => fired.push('ended'));
    within(30, () => fired.push('late'));
    end();
    end();
    await pause(70);
    expect(fired).toEqual(['late']);
  });

  it('never come early', async () => {
    const within = createDeadlines();
    for (const time of [1, 7, 20]) {
      const began = performance.now();
      await new Promise<void>((resolve) => within(time, resolve));
      expect(performance.now() - began).toBeGreaterThanOrEqual(time);
    }
  });

  it('accept a wait that starts while others end', async () => {
    const within = createDeadlines();
    const fired: string[] = [];
    // Waits for the second callback itself: on a busy machine, a fixed pause may end before it.
    await new Promise<void>((resolve) => {
      within(5, () => {
        fired.push('first');
        within(5, () => {
          fired.push('second');
          resolve();
        });
      });
    });
    expect(fired).toEqual(['first', 'second']);
  });

  it('keep the process alive while a wait is pending, and no longer', () => {
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
