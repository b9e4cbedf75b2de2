// The steps of an import that a process counts, and the one at which it kills itself: each statement, each end of a transaction, and
// for each file two steps, in the middle of its bytes and at their end.
import { Transform } from 'node:stream';
import { definePlugin } from '../../core';
import { createLocalProvider } from '../../plugins/upload';
import type { UploadProviderFactory } from '../../plugins/upload/storage/providers/provider';

export type StepKind = 'file' | 'statement' | 'transaction';

export interface Step {
  readonly kind: StepKind;
  /** Counted from 1. */
  readonly number: number;
}

const counts = { file: 0, statement: 0, transaction: 0 };
let isCounting = false;
let last: Step | null = null;

/** From now on; null: to the end, for the counts. */
export function countSteps(until: Step | null): Readonly<typeof counts> {
  isCounting = true;
  last = until;
  return counts;
}

function step(kind: StepKind): void {
  if (!isCounting) return;
  counts[kind] += 1;
  if (last?.kind === kind && last.number === counts[kind]) process.kill(process.pid, 'SIGKILL');
}

export const stepCounter = definePlugin({
  name: 'step-counter',
  register({ events }) {
    events.trace({
      enclose(span, work) {
        if (span.span === 'statement') step('statement');
        const result = work();
        if (span.span === 'transaction' && result instanceof Promise)
          return result.then((value: unknown) => {
            step('transaction');
            return value;
          }) as typeof result;
        return result;
      },
      here: () => (span) => {
        if (span.span === 'statement') step('statement');
        return () => undefined;
      },
      headers: () => ({}),
    });
  },
});

/** The local storage. */
const createCountingProvider: UploadProviderFactory = async (options, host) => {
  const local = await createLocalProvider(options, host);
  return {
    ...local,
    async put(name, bytes, facts) {
      let isBegun = false;
      const middle = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const half = chunk.length >> 1;
          this.push(chunk.subarray(0, half));
          this.push(chunk.subarray(half));
          // The first half is on its way to the disk.
          if (!isBegun) setImmediate(() => step('file'));
          isBegun = true;
          setImmediate(done);
        },
      });
      await local.put(name, bytes.pipe(middle), facts);
      step('file');
    },
  };
};

export default createCountingProvider;
