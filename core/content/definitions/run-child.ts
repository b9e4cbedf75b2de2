// Runs `quire` in a process of its own, and ends it after a limit. It does not outlive this process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(__dirname, '..', '..', 'main.js');
const END_WITH_PARENT = join(__dirname, 'end-with-parent.js');
const MOST_BYTES = 16 * 1024 * 1024;

export interface Ended {
  /** null: a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** Why this process ended it; null: it ended itself. */
  readonly killed: string | null;
}

/** `input` is its standard input. `limit`: milliseconds. */
export function runChild(args: readonly string[], input: string, limit: number): Promise<Ended> {
  return new Promise((resolve) => {
    const flags = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
    const all = [...flags, '--require', END_WITH_PARENT, MAIN, ...args];
    const child = spawn(process.execPath, all, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    const parts: Record<'output' | 'errors', Buffer[]> = { output: [], errors: [] };
    let bytes = 0;
    let killed: string | null = null;
    // Code of the application may ignore other signals.
    const kill = (why: string): void => {
      killed ??= why;
      child.kill('SIGKILL');
    };
    const atExit = (): void => kill('this process ends');
    const end = (code: number | null, failure = ''): void => {
      clearTimeout(timer);
      process.off('exit', atExit);
      // A process that the child started may keep them open.
      for (const stream of child.stdio) stream?.destroy();
      const [output, errors] = [parts.output, parts.errors].map((all) => Buffer.concat(all).toString());
      resolve({ code, output: output ?? '', errors: failure || (errors ?? ''), killed });
    };
    const timer = setTimeout(() => {
      kill(`it did not end within ${limit / 1000} seconds`);
      end(null);
    }, limit);
    process.once('exit', atExit);
    for (const [name, stream] of [
      ['output', child.stdout],
      ['errors', child.stderr],
    ] as const)
      stream.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MOST_BYTES) kill(`it printed more than ${MOST_BYTES} bytes`);
        else parts[name].push(part);
      });
    child.once('error', ({ message }) => end(null, message));
    child.once('close', (code) => end(code));
    // It may have ended before it has read.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
