// `npm run attack`: attacks a deployment over HTTP and raw sockets, or an application that it starts itself. Prints one line per kind
// and each finding; exits with 1 if there is one.
import { Client } from '../../conformance/wire/client';
import { openOwn, openRemote } from './open-target';
import { type AttackOptions, HELP, readOptions, WrongUsage } from './options';
import { details, isClean, kindLine } from './report';
import { runAttacks } from './run';

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, process.env);
  if (options === 'help') {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  process.stdout.write(`Attacking with --seed ${options.seed}${options.isShort ? ' --short' : ''} …\n`);
  let clean = true;
  for (const database of options.remote ? [null] : options.databases)
    clean = (await attack(options, database)) && clean;
  return clean ? 0 : 1;
}

async function attack(
  options: AttackOptions,
  database: 'sqlite' | 'mysql' | 'postgres' | null,
): Promise<boolean> {
  const { remote, without, kinds, seed, isShort, insecure } = options;
  // A rate limit is an answer, so the client does not wait for its end.
  const client = new Client({ timeout: 20_000, insecure, sockets: 64, longestWait: 1 });
  try {
    const opened = remote
      ? await openRemote(remote, client)
      : await openOwn({ database: database ?? 'sqlite', without }, client);
    process.stdout.write(`${opened.target.name} (${database ?? opened.target.url})\n`);
    try {
      const seen = (result: Parameters<typeof kindLine>[0]): void =>
        void process.stdout.write(`${kindLine(result)}\n`);
      const results = await runAttacks({ opened, client, kinds, seed, isShort, seen });
      process.stdout.write(`${details(results)}\n`);
      return isClean(results);
    } finally {
      await opened.target.close();
    }
  } finally {
    client.close();
  }
}

// process.exit stops the started application; the default action of a signal does not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof WrongUsage ? 2 : 1;
  },
);
