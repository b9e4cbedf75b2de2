// The client, a process of its own so that its CPU is nobody else's. Takes jobs from its parent and answers with what it saw.
import { type Connection, encodeRequest, openConnection, type Target, type WireRequest } from './connection';

export interface Job {
  readonly target: Target;
  /** Sent in turn, over and over. */
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  /** Ends after so many requests, or so many milliseconds. */
  readonly count?: number;
  readonly milliseconds?: number;
  /** Requests a second, whatever the answers take; absent: the next one as soon as an answer is there. */
  readonly rate?: number;
}

export interface Outcome {
  readonly requests: number;
  readonly failed: number;
  /** What the first failure looked like. */
  readonly failure: string | null;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

async function run(job: Job): Promise<Outcome> {
  const { target, count = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY } = job;
  const wire = job.requests.map((request) => encodeRequest(request, target));
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => openConnection(target)),
  );
  const latencies: number[] = [];
  let failed = 0;
  let failure: string | null = null;
  let next = 0;
  const begin = performance.now();

  const one = async (connection: Connection, index: number, since: number): Promise<void> => {
    const { status, body } = await connection.send(wire[index % wire.length] ?? Buffer.alloc(0));
    latencies.push(performance.now() - since);
    if (status >= 200 && status < 300) return;
    failed += 1;
    failure ??= `${status} ${body.toString('utf8', 0, 300)}`;
  };
  const work = async (connection: Connection): Promise<void> => {
    while (next < count && performance.now() - begin < milliseconds) {
      const index = next++;
      if (job.rate === undefined) await one(connection, index, performance.now());
      else {
        // Measured from when it was due, so that a stall counts for all that it delayed.
        const due = begin + (index * 1000) / job.rate;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await one(connection, index, wait > 0 ? performance.now() : due);
      }
    }
  };
  await Promise.all(connections.map(work));
  const seconds = (performance.now() - begin) / 1000;
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  const percentile = (part: number): number => latencies[Math.floor(latencies.length * part)] ?? 0;
  return {
    requests: latencies.length,
    failed,
    failure,
    seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

if (require.main === module) {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (job: Job) => {
    run(job).then(
      (outcome) => process.send?.({ outcome }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
