// A change of the schema in two steps (`quire migrate apply --expand`, `--contract`) while processes with the former and the next files
// serve: both are started with the command line, and written to and read all the time.
//   node dist/scripts/cluster/side-by-side.js [--database sqlite|mysql|postgres] [--seconds 30]
import { type ChildProcess, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ENV, folder, MAIN, removeFolders } from '../../core/kernel/cli/testing-command-line';
import { createTestDatabase, type TestDatabase } from '../../core/testing/databases';
import { type Client, endProcess, SECRETS, startProcess } from './pair';

/** A content type `note` in both schemas. */
const FORMER = {
  title: { type: 'string' },
  old: { type: 'string' },
  size: { type: 'integer' },
  gone: { type: 'string' },
};
const NEXT = {
  title: { type: 'string' },
  now: { type: 'text', renamedFrom: 'old' },
  sizeText: { type: 'string', renamedFrom: 'size' },
  more: { type: 'string' },
  needed: { type: 'string', required: true },
  single: { type: 'string', unique: true },
};

export interface Outcome {
  /** `POST 201` → number of answers. */
  readonly answers: ReadonlyMap<string, number>;
  /** One line for each answer or value that is wrong. */
  readonly faults: readonly string[];
  /** What the commands printed. */
  readonly printed: Readonly<Record<string, string>>;
  readonly written: number;
}

interface Writer {
  readonly client: Client;
  /** Reads what the writer wrote; null: the writer is alone. */
  other: Client | null;
  readonly isNext: boolean;
}

export async function runSideBySide(database: TestDatabase, seconds: number): Promise<Outcome> {
  const { config, drop } = await createTestDatabase(database);
  const [former, next] = [FORMER, NEXT].map((attributes) => applicationOf(config, attributes)) as [
    string,
    string,
  ];
  const children: ChildProcess[] = [];
  const load = createLoad();
  const printed: Record<string, string> = {};
  const command = async (name: string, dir: string, status: number, ...args: string[]): Promise<void> => {
    const done = await quire(dir, args);
    printed[name] = done.text;
    if (done.status !== status) load.faults.push(`${name} ended with ${done.status}: ${done.text}`);
  };
  try {
    const old = { client: await startProcess(former, children), other: null, isNext: false } as Writer;
    const oldLoad = load.begin(old);
    await command('plan', next, 3, 'migrate', 'plan', '--expand');
    await command('expand', next, 0, 'migrate', 'apply', '--expand');
    await command('status', next, 3, 'migrate', 'status');
    const fresh = { client: await startProcess(next, children), other: old.client, isNext: true };
    old.other = fresh.client;
    const freshLoad = load.begin(fresh);
    // A process with the former files may start again.
    const again = { client: await startProcess(former, children), other: fresh.client, isNext: false };
    const againLoad = load.begin(again);
    await pause(seconds * 1_000);
    await command('refused', next, 1, 'migrate', 'apply', '--contract');
    await command('third', applicationOf(config, { title: { type: 'integer' } }), 1, 'migrate', 'apply');
    fresh.other = fresh.client;
    await Promise.all([oldLoad.end(), againLoad.end()]);
    await Promise.all([children[0], children[2]].map((child) => child && endProcess(child)));
    await command('contract', next, 0, 'migrate', 'apply', '--contract', '--drop');
    await pause(seconds * 200);
    await freshLoad.end();
    await load.readAll(fresh.client);
    await command('doctor', next, 0, 'doctor');
    await command('after', next, 0, 'migrate', 'plan');
  } finally {
    load.stop();
    await Promise.all(children.map(endProcess));
    await drop();
    removeFolders();
  }
  return { answers: load.answers, faults: load.faults, printed, written: load.written.size };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

function applicationOf(config: object, attributes: object): string {
  return folder({
    'config/content-types/note.json': JSON.stringify({
      info: { singularName: 'note', pluralName: 'notes' },
      options: { draftAndPublish: true },
      attributes,
    }),
    'config/database.json': JSON.stringify(config),
    'config/plugins.json': JSON.stringify({
      'draft-and-publish': true,
      'api-tokens': {
        config: { tokens: [{ name: 'admin', type: 'full-access', secretFrom: 'ADMIN_TOKEN' }] },
      },
    }),
  });
}

/** Does not block: the load goes on meanwhile. */
function quire(dir: string, args: readonly string[]): Promise<{ status: number | null; text: string }> {
  const child = spawn(process.execPath, [MAIN, ...args, '--dir', dir], {
    env: { ...ENV, ...SECRETS, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, text: Buffer.concat(parts).toString() })),
  );
}

function createLoad() {
  const answers = new Map<string, number>();
  const faults: string[] = [];
  /** documentId → the last acknowledged value of `old` and `size`. */
  const written = new Map<string, number>();
  let number = 0;
  let isOver = false;

  async function ask(client: Client, method: string, path: string, data?: object) {
    const { status, body } = await client(method, path, data && { data });
    const key = `${method} ${status}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    if (status >= 300) faults.push(`${key}: ${JSON.stringify(body)}`);
    return body?.data ?? {};
  }
  const valuesOf = (isNext: boolean, value: number): object =>
    isNext ? { now: `v${value}`, sizeText: String(value) } : { old: `v${value}`, size: value };
  /** Documents of former processes have no value of the new required attribute. */
  const bodyOf = (isNext: boolean, value: number): object => ({
    title: 'one',
    ...valuesOf(isNext, value),
    ...(isNext ? { needed: 'x' } : {}),
  });
  function compare(isNext: boolean, found: Record<string, unknown>, value: number, what: string): void {
    for (const [name, wanted] of Object.entries(valuesOf(isNext, value)))
      if (found[name] !== wanted)
        faults.push(`${what}: ${name} is ${JSON.stringify(found[name])}, not ${wanted}`);
  }

  async function round(writer: Writer): Promise<void> {
    number += 1;
    const value = number;
    const { client, isNext } = writer;
    const path = '/api/notes';
    const made = await ask(client, 'POST', `${path}?status=draft`, bodyOf(isNext, value));
    await ask(client, 'PUT', `${path}/${made.documentId}`, bodyOf(isNext, value));
    written.set(made.documentId, value);
    const { other } = writer;
    if (!other) return;
    const otherIsNext = isNext === (other === client);
    const read = await ask(other, 'GET', `${path}/${made.documentId}`);
    compare(otherIsNext, read, value, 'written here, read there');
    // The other process changes it, and this one reads it back.
    await ask(other, 'PUT', `${path}/${made.documentId}`, bodyOf(otherIsNext, -value));
    written.set(made.documentId, -value);
    compare(
      isNext,
      await ask(client, 'GET', `${path}/${made.documentId}`),
      -value,
      'written there, read here',
    );
  }

  return {
    answers,
    faults,
    written,
    stop: () => {
      isOver = true;
    },
    begin(writer: Writer) {
      let hasEnded = false;
      const running = (async () => {
        while (!isOver && !hasEnded && faults.length < 50) await round(writer);
      })().catch((error: unknown) => void faults.push(String(error)));
      return {
        async end(): Promise<void> {
          hasEnded = true;
          await running;
        },
      };
    },
    async readAll(client: Client): Promise<void> {
      for (const [documentId, value] of written)
        compare(true, await ask(client, 'GET', `/api/notes/${documentId}`), value, 'at the end');
    },
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'sqlite' },
      seconds: { type: 'string', default: '30' },
    },
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds takes a number above 0, not "${values.seconds}".`);
  const { answers, faults, written } = await runSideBySide(values.database as TestDatabase, seconds);
  console.log(`${written} documents; ${[...answers].map(([key, count]) => `${key}: ${count}`).join(', ')}`);
  for (const fault of faults.slice(0, 20)) console.log(`FAILED ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (require.main === module)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
