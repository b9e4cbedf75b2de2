// Work that runs beside other work of the same form, in turns: when each of them waits for a statement, equal ones become one.
//
//   item 1: INSERT INTO notes …          INSERT INTO notes … VALUES (…), (…)
//   item 2: INSERT INTO notes …     →

export interface Gathering {
  /** Resolves when each item has ended. Rejects with the first error, and only then. After an error, nothing more is asked. */
  run(items: readonly (() => Promise<unknown>)[]): Promise<void>;
  /** Waits until each item waits. Questions of one key are asked together; the answers stand in their order. */
  ask<Question, Answer>(
    key: string,
    question: Question,
    together: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  ): Promise<Answer>;
  /** A statement of one item alone. Statements of one transaction run one after another. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly question: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Group {
  readonly together: (questions: readonly unknown[]) => Promise<readonly unknown[]>;
  readonly waiting: Waiting[];
}

/** The first error: of a statement or of an item. */
interface Ended {
  failure: { readonly error: unknown } | null;
}

export function createGathering(): Gathering {
  let groups = new Map<string, Group>();
  let waiting = 0;
  let running = 0;
  let isAsking = false;
  let statements = 0;
  const ended: Ended = { failure: null };

  function askIfAllWait(): void {
    if (isAsking || waiting === 0 || waiting < running) return;
    isAsking = true;
    const asked = groups;
    groups = new Map();
    waiting = 0;
    void askAll(asked.values(), ended).then(() => {
      isAsking = false;
      askIfAllWait();
    });
  }

  const gathering: Gathering = {
    run: (items) =>
      new Promise<void>((resolve, reject) => {
        running += items.length;
        let left = items.length;
        const end = (): void => {
          running -= 1;
          left -= 1;
          askIfAllWait();
          if (left > 0) return;
          if (ended.failure) reject(ended.failure.error);
          else resolve();
        };
        const fail = (error: unknown): void => {
          ended.failure ??= { error };
          end();
        };
        for (const item of items) item().then(end, fail);
        if (items.length === 0) resolve();
      }),
    ask<Question, Answer>(
      key: string,
      question: Question,
      together: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    ): Promise<Answer> {
      return new Promise<Answer>((resolve, reject) => {
        const group = groups.get(key) ?? { together: together as Group['together'], waiting: [] };
        groups.set(key, group);
        group.waiting.push({ question, resolve: resolve as Waiting['resolve'], reject });
        waiting += 1;
        askIfAllWait();
      });
    },
    alone: (work) => gathering.ask(`alone ${++statements}`, null, async () => [await work()]),
  };
  return gathering;
}

async function askAll(groups: Iterable<Group>, ended: Ended): Promise<void> {
  for (const { together, waiting } of groups) {
    try {
      if (ended.failure) throw ended.failure.error;
      const answers = await together(waiting.map(({ question }) => question));
      waiting.forEach(({ resolve }, index) => {
        resolve(answers[index]);
      });
    } catch (error) {
      ended.failure ??= { error };
      for (const { reject } of waiting) reject(error);
    }
  }
}
