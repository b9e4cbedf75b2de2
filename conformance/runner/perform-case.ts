// Performs one case against a target, and always removes what the case created.
import type { Case } from '../cases/case';
import type { Target } from '../target/target';
import type { Client } from '../wire/client';
import { CaseWork, type Failure, Inapplicable, type WorkOptions } from './case-work';

/** A 5xx is wrong whatever the row says. */
export const answeredWithFault = (failure: Failure | null): boolean =>
  (failure?.exchange?.answer?.status ?? 0) >= 500;

export interface Outcome {
  readonly failure: Failure | null;
  /** The case says that it does not apply. */
  readonly inapplicable: string | null;
  readonly records: readonly string[];
  /** Any 4xx would have satisfied a step that got one. */
  readonly tookAnyRefusal: boolean;
  readonly milliseconds: number;
}

export async function performCase(
  one: Case,
  target: Target,
  client: Client,
  { maker = new CaseWork(target, client), isDecided = false }: WorkOptions = {},
): Promise<Outcome> {
  const began = performance.now();
  const work = new CaseWork(target, client, { maker, isDecided });
  let failure: Failure | null = null;
  let inapplicable: string | null = null;
  try {
    for (const path of one.keeps ?? []) await work.remember(path);
    for (const [alias, given] of Object.entries(one.given ?? {})) await work.make(alias, given);
    for (const step of one.steps ?? []) await work.send(step);
    await one.run?.(work);
  } catch (error) {
    if (error instanceof Inapplicable) inapplicable = error.message;
    else failure = work.failureOf(error);
  }
  const leftOver = await work.tidy();
  // Only now: the case removes the role of a borrowed user, and the next case gives the user another one.
  if (failure === null) work.giveBack();
  return {
    failure: failure ?? leftOver,
    inapplicable,
    records: work.records,
    tookAnyRefusal: work.tookAnyRefusal,
    milliseconds: Math.round(performance.now() - began),
  };
}
