// The client, in its own process so that its CPU does not count. It takes jobs from its parent and sends results.
import { type Connection, encodeRequest, openConnection, type Target, type WireRequest } from './connection';

export interface Job {
  readonly target: Target;
  /** Sent in turn, again and again. */
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  /** Ends after this number of requests or milliseconds. */
  readonly count?: number;
  readonly milliseconds?: number;
  /** Requests per second, independent of the answers. Absent: the next request follows each answer at once. */
  readonly rate?: number;
}

export interface Outcome {
  readonly requests: number;
  readonly failed: number;
  /** The first failure. */
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
        // Measured from the planned time, so that a stall counts for every request that it delays.
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
