// Finds out which faults of a sample the suite catches. First it asks each fault a few cases alone. Then it asks the faults that are
// left in groups: one build has all faults of a group, because most of them survive.
import { ask, type Failure, type Part } from './ask';
import type { Fault } from './fault';
import { BuildCopy } from './product';
import type { Reach, Unit } from './reach';
import type { Suite } from './suite';

export interface Verdict {
  readonly state: 'caught' | 'survived' | 'not run';
  /** The failed row, or the reason of a failed start. */
  readonly by: string | null;
}

export interface Examined {
  readonly faults: readonly Fault[];
  readonly units: readonly Unit[];
  readonly reach: Reach;
  readonly suite: Suite;
  /** How many builds run at once. */
  readonly at: number;
  readonly seen: (index: number, verdict: Verdict) => void;
}

/** A fault that waits for its group. */
interface Waiting {
  readonly index: number;
  readonly units: readonly Unit[];
}

/** Cases that each fault is asked alone. */
const FIRST_CASES = 12;
const GROUP = 6;
/** Enough faults to find some with as many cases. */
const WAITING = 4 * GROUP;
/** Cases of one part. A failure repeats its part without the fault that was caught. */
const SHARED_CASES = 60;
const SEPARATE_DEPLOYMENTS = 6;

export async function examine(examined: Examined): Promise<void> {
  const fresh = [...examined.faults.keys()];
  const waiting: Waiting[] = [];
  const worker = async (name: string): Promise<void> => {
    const copy = new BuildCopy(name);
    const one = new Examiner(examined, copy);
    try {
      for (;;) {
        if (waiting.length >= WAITING || fresh.length === 0) {
          const group = takeGroup(waiting, examined.faults);
          if (group.length === 0) return;
          await one.group(group);
        } else {
          const left = await one.alone(fresh.shift() as number);
          if (left) waiting.push(left);
        }
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: examined.at }, (_, index) => worker(String(index))));
}

/** Takes the faults with the fewest cases. A file has one fault in a group, because a fault may hide another one of its file. */
function takeGroup(waiting: Waiting[], faults: readonly Fault[]): Waiting[] {
  waiting.sort((left, right) => left.units.length - right.units.length);
  const files = new Set<string | undefined>();
  const group: Waiting[] = [];
  for (const one of [...waiting]) {
    const file = faults[one.index]?.file;
    if (group.length === GROUP || files.has(file)) continue;
    files.add(file);
    group.push(one);
    waiting.splice(waiting.indexOf(one), 1);
  }
  return group;
}

class Examiner {
  readonly #examined: Examined;
  readonly #copy: BuildCopy;

  constructor(examined: Examined, copy: BuildCopy) {
    this.#examined = examined;
    this.#copy = copy;
  }

  /** Asks the cases that run the least code of the sample besides this fault. null: there is a verdict. */
  async alone(index: number): Promise<Waiting | null> {
    const { units, reach, seen } = this.#examined;
    const reached = units.filter((_, unit) => reach.byUnit[unit]?.has(index));
    if (reached.length === 0) {
      seen(index, { state: 'not run', by: null });
      return null;
    }
    const failure = await this.#ask([index], [this.#narrowest(reached)]);
    if (failure) {
      seen(index, { state: 'caught', by: failure.by });
      return null;
    }
    const onMain = reached.filter(({ separate }) => !separate).length;
    const isKept = reach.atStart.has(index) || onMain <= FEW;
    return { index, units: isKept ? withAll(units, reached) : reached };
  }

  async group(group: readonly Waiting[]): Promise<void> {
    const { seen } = this.#examined;
    const parts = partsOf(group.flatMap((one) => one.units));
    let from = 0;
    for (let left = group; left.length > 0; ) {
      const failure = await this.#ask(indexesOf(left), parts.slice(from));
      if (!failure) {
        for (const { index } of left) seen(index, { state: 'survived', by: null });
        return;
      }
      from += failure.part;
      const culprit = await this.#culprit(left, failure);
      if (!culprit) return this.#each(left);
      seen(culprit.index, { state: 'caught', by: failure.by });
      left = left.filter((one) => one !== culprit);
    }
  }

  /** A fault that fails alone where the group has failed. */
  async #culprit(group: readonly Waiting[], { narrowed }: Failure): Promise<Waiting | undefined> {
    if (group.length === 1) return group[0];
    for (const one of group) {
      const isSuspect =
        narrowed === null || narrowed === 'random' || narrowed.some((unit) => one.units.includes(unit));
      if (isSuspect && (await this.#ask([one.index], narrowed === null ? [] : [narrowed]))) return one;
    }
    return undefined;
  }

  /** Only the faults together fail: each one is asked alone. */
  async #each(group: readonly Waiting[]): Promise<void> {
    for (const { index, units } of group) {
      const failure = await this.#ask([index], partsOf(units));
      this.#examined.seen(
        index,
        failure ? { state: 'caught', by: failure.by } : { state: 'survived', by: null },
      );
    }
  }

  #ask(indexes: readonly number[], parts: readonly Part[]): Promise<Failure | null> {
    const { faults, suite } = this.#examined;
    return ask(
      indexes.map((index) => faults[index] as Fault),
      parts,
      this.#copy,
      suite,
    );
  }

  #narrowest(reached: readonly Unit[]): readonly Unit[] {
    const { units, reach } = this.#examined;
    const widthOf = (unit: Unit): number => reach.byUnit[units.indexOf(unit)]?.size ?? 0;
    const narrow = (some: readonly Unit[]): Unit[] =>
      [...some].sort((left, right) => widthOf(left) - widthOf(right));
    const quick = reached.filter((unit) => !unit.separate && !unit.cases.some(({ waits }) => waits));
    return quick.length > 0 ? narrow(quick).slice(0, FIRST_CASES) : narrow(reached).slice(0, 1);
  }
}

const indexesOf = (group: readonly Waiting[]): number[] => group.map(({ index }) => index);

/** Each unit once: the shared ones, then separate deployments, then random questions. */
export function partsOf(all: readonly Unit[]): Part[] {
  const units = [...new Set(all)];
  const shared = units.filter(({ separate }) => !separate);
  const separate = units.filter((unit) => unit.separate);
  return [...chunks(shared, SHARED_CASES), ...chunks(separate, SEPARATE_DEPLOYMENTS), 'random'];
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/**
 * Code that so few cases of the main deployment run may make a value once, such as the schema of GraphQL. Other cases use the value without
 * running the code. A separate deployment makes the value again.
 */
const FEW = 2;

/** Every case may show what is wrong in kept data. Of the other separate deployments, those with other content types do. */
function withAll(units: readonly Unit[], reached: readonly Unit[]): Unit[] {
  const hasOtherTypes = ({ cases }: Unit): boolean =>
    cases.some(({ deploy, refuses }) => (deploy ?? refuses)?.files !== undefined);
  const others = units.filter((unit) => !reached.includes(unit));
  return [...reached, ...others.filter((unit) => !unit.separate || hasOtherTypes(unit))];
}
