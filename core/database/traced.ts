// The spans of the database: a span per transaction, and one per round trip of statements. Statements have marks instead of values.
import type { AppSpan, Tracer } from '../kernel/observe/tracer';
import type { Connection } from './adapters/adapter';
import type { Row, Run, Steps } from './database';

declare module '../types' {
  interface SpanMap {
    /** With all its attempts. */
    transaction: object;
    /** Statements that are sent together. */
    statement: { texts(): readonly string[] };
  }
}

const statements = (runs: readonly Run[]): AppSpan => ({
  span: 'statement',
  texts: () => runs.map(({ statement }) => statement.sql),
});

const statement = (text: string): AppSpan => ({ span: 'statement', texts: () => [text] });

/** The same connection; each call is a span. */
export function tracedConnection(connection: Connection, tracer: Tracer | null): Connection {
  if (tracer === null) return connection;
  return {
    all: (text, params) => tracer.enclose(statement(text), () => connection.all(text, params)),
    run: (text, params) => tracer.enclose(statement(text), () => connection.run(text, params)),
    plan: (runs) => tracer.enclose(statements(runs), () => connection.plan(runs)),
    exec: (text) => tracer.enclose(statement(text), () => connection.exec(text)),
    get driver() {
      return connection.driver;
    },
  };
}

/**
 * Runs a read so that each of its round trips is a span. Adapters may drive the plans of several requests together, so the spans belong to
 * the code that called, not to the code that drives.
 */
export function tracedRead<T>(
  tracer: Tracer | null,
  steps: () => Steps<T>,
  read: (steps: () => Steps<T>) => Promise<T> | T,
): Promise<T> | T {
  const begin = tracer?.here() ?? null;
  if (begin === null) return read(steps);
  let end: ((error?: unknown) => void) | null = null;
  function* traced(): Steps<T> {
    // A repeated read: the former attempt has left its span open.
    end?.();
    end = null;
    const inner = steps();
    let rows: Row[][] = [];
    for (;;) {
      const step = inner.next(rows);
      if (step.done) return step.value;
      end = (begin as NonNullable<typeof begin>)(statements(step.value));
      rows = yield step.value;
      end();
      end = null;
    }
  }
  const failed = (error: unknown): never => {
    end?.(error);
    throw error;
  };
  try {
    const result = read(traced);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
