// Measures how long a change in one process takes to show in another: a role, a token, a blocked user, a locale, a setting. Both processes
// are started with the command line, and are asked over HTTP. With Redis, it also kills the bus under load.
//   node dist/scripts/cluster/spread.js [--bus table|redis] [--database sqlite|mysql|postgres] [--rounds 40] [--kill]
import { parseArgs } from 'node:util';
import type { TestDatabase } from '../../core/testing/databases';
import { startTestRedis } from '../../core/testing/redis';
import { CHANGES, prepare } from './changes';
import { startLoad } from './load';
import { startPair } from './pair';

/** Milliseconds, at the 99th percentile. Without a bus: the age at which kept values end, and the time of a read. */
const LIMITS = { redis: 150, table: 1_000, killed: 1_500 };

/** Rounds that are not measured: code is compiled in them. */
const WARM_UP = 4;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      bus: { type: 'string', default: 'table' },
      database: { type: 'string', default: 'sqlite' },
      rounds: { type: 'string', default: '40' },
      kill: { type: 'boolean', default: false },
      // Milliseconds. A busy machine needs more than the limits of a measurement.
      limit: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  const given = values.limit === undefined ? null : Number(values.limit);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number from 1, not "${values.rounds}".`);
  if (given !== null && !(given > 0)) throw new Error(`--limit takes milliseconds, not "${values.limit}".`);
  if (values.bus !== 'redis' && values.bus !== 'table')
    throw new Error(`--bus takes table or redis, not "${values.bus}".`);
  if (values.kill && values.bus !== 'redis') throw new Error('--kill needs --bus redis.');
  const isRedis = values.bus === 'redis';
  const redis = isRedis ? await startTestRedis() : null;
  // Kept for long, so that only a message can be the reason; with a killed bus as in an application.
  const cacheSeconds = values.kill ? 1 : 300;
  const pair = await startPair({
    database: values.database as TestDatabase,
    bus: isRedis ? { bus: 'redis', redis: { url: redis?.url } } : { bus: 'table' },
    cacheSeconds,
  });
  let failed = false;
  try {
    const subjects = await prepare(pair);
    const load = values.kill ? startLoad(pair.first) : null;
    if (values.kill) await redis?.kill();
    const usual = values.kill ? LIMITS.killed : isRedis ? LIMITS.redis : LIMITS.table;
    const limit = given ?? usual;
    for (const [name, change] of Object.entries(CHANGES)) {
      const took: number[] = [];
      for (let round = 0; round < WARM_UP + rounds; round++) {
        const milliseconds = await change(pair, subjects, round);
        if (round >= WARM_UP) took.push(milliseconds);
      }
      took.sort((a, b) => a - b);
      const at = (part: number): number =>
        took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0;
      const isOver = at(0.99) > limit;
      failed ||= isOver;
      console.log(
        `${name.padEnd(8)} median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, most ${at(1).toFixed(1)} ms${isOver ? `: over ${limit} ms` : ''}`,
      );
    }
    if (load) {
      const { answers, wrong } = await load.end();
      failed ||= wrong.length > 0;
      console.log(`load     ${answers} answers, ${wrong.length} wrong ${wrong.slice(0, 3).join(', ')}`);
    }
  } finally {
    await pair.close();
    await redis?.kill();
  }
  process.exitCode = failed ? 1 : 0;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
