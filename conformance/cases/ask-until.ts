// Asks again until work that happens later is done. A deployment that never does it fails the case, and does not hold up the suite.
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Bench, Step } from './case';

/** With the pauses at least a minute. Jobs begin within a second. */
const TRIES = 600;
const PAUSE = 100;

export async function askUntil(
  bench: Bench,
  step: Step,
  isDone: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await bench.send(step);
  for (let tries = 1; !isDone(answer); tries += 1) {
    if (tries === TRIES) bench.fail(`${step.path} waits for ever`, 'the end of the work', answer.body);
    await wait(PAUSE);
    answer = await bench.send(step);
  }
  return answer;
}
