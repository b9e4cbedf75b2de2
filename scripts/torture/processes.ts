// Processes of worker.ts: started ahead of time, given a task, heard, killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Task } from './worker';

export interface Worker {
  /** Resolves once it writes. */
  begin(task: Task): Promise<void>;
  /** Resolves with the last words of one that ends by itself. */
  result(): Promise<string>;
  kill(): Promise<void>;
}

/** `hear` gets each line but `ready` and the result. */
export function startWorker(hear: (words: readonly string[]) => void = () => undefined): Worker {
  const child = spawn(process.execPath, [join(__dirname, 'worker.js')], { stdio: ['pipe', 'pipe', 'pipe'] });
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
    throw new Error(`a writing process ended by itself: ${errors || 'without a word'}`);
  });
  early.catch(() => undefined);

  return {
    async begin(task) {
      const writes = new Promise<void>((resolve) => {
        ready = resolve;
      });
      child.stdin.write(`${JSON.stringify(task)}\n`);
      await Promise.race([writes, early]);
    },
    result: () => Promise.race([finished, early]),
    async kill() {
      if (isAlive(child)) child.kill('SIGKILL');
      else throw new Error(`a writing process ended by itself: ${errors || 'without a word'}`);
      await ended;
      // What it had written to the pipe is still read.
      await drained;
    },
  };
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;
