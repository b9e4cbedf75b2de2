// Processes that run worker.ts: starts them, sends a task, reads their lines, kills them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Task } from './worker';

export interface Worker {
  /** Resolves when the process begins to write. */
  begin(task: Task): Promise<void>;
  /** Resolves with the last line of a process that ends by itself, after its end. */
  result(): Promise<string>;
  kill(): Promise<void>;
}

const alive = new Set<ChildProcess>();
/** Ports of a cluster: processes use them in turn. Empty: they use the port of their task. */
let ports: readonly number[] = [];
let begun = 0;

export function useNodes(given: readonly number[]): void {
  ports = given;
}

function onNode(task: Task): Task {
  const port = ports[begun++ % ports.length];
  return port === undefined ? task : { ...task, database: { ...task.database, port } };
}

/** Kills the processes that a scenario forgot, and returns their number. One that is left would keep this process from its end. */
export function killForgotten(): number {
  const forgotten = [...alive].filter(isAlive);
  for (const child of forgotten) child.kill('SIGKILL');
  alive.clear();
  return forgotten.length;
}

/** `hear` gets each line except `ready` and the result. */
export function startWorker(hear: (words: readonly string[]) => void = () => undefined): Worker {
  const child = spawn(process.execPath, [join(__dirname, 'worker.js')], { stdio: ['pipe', 'pipe', 'pipe'] });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  let ready: () => void = () => undefined;
  let result: (text: string) => void = () => undefined;
  const finished = new Promise<string>((resolve) => {
    result = resolve;
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const [word, ...rest] = line.split(' ');
    if (word === 'ready') ready();
    else if (word === 'result') result(rest.join(' '));
    else hear([word ?? '', ...rest]);
  });
  const drained = once(lines, 'close');
  const ended = once(child, 'exit');
  const early = ended.then((): never => {
    throw new Error(`a writing process ended by itself: ${errors || 'no output'}`);
  });
  early.catch(() => undefined);

  return {
    async begin(task) {
      const writes = new Promise<void>((resolve) => {
        ready = resolve;
      });
      child.stdin.write(`${JSON.stringify(onNode(task))}\n`);
      await Promise.race([writes, early]);
    },
    async result() {
      const text = await Promise.race([finished, early]);
      await ended;
      return text;
    },
    async kill() {
      if (isAlive(child)) child.kill('SIGKILL');
      else throw new Error(`a writing process ended by itself: ${errors || 'no output'}`);
      await ended;
      // Lines in the pipe count: they were acknowledged before the kill.
      await drained;
    },
  };
}

/** Runs the task in several processes at once and returns their results. */
export async function runWorkers<T>(count: number, task: Task): Promise<T[]> {
  const workers = Array.from({ length: count }, () => startWorker());
  await Promise.all(workers.map((worker) => worker.begin(task)));
  return Promise.all(workers.map(async (worker) => JSON.parse(await worker.result()) as T));
}

/** Kills the process at a random moment within these milliseconds, counted from `since` where it is given. */
export async function killWhileWriting(
  worker: Worker,
  task: Task,
  longest: number,
  since?: Promise<unknown>,
): Promise<void> {
  await worker.begin(task);
  if (since) await Promise.race([since, worker.result()]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  await worker.kill();
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;
