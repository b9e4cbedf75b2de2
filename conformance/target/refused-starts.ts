// Starts applications that must fail in one process, one after another. A process of its own for each start would load all code again.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { SeenStart, WantedStart } from './refused-start';

export class RefusedStarts {
  readonly #flags: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #patience: number;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `flags` and `env`: those of Node. `patience`: the longest time of a start, in milliseconds. */
  constructor(flags: readonly string[], env: Readonly<Record<string, string>>, patience: number) {
    this.#flags = flags;
    this.#env = env;
    this.#patience = patience;
  }

  /** The output of the failed start; null when the application started. */
  outputOf(wanted: WantedStart): Promise<string | null> {
    const next = this.#last.then(() => this.#start(wanted));
    this.#last = next;
    return next;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(wanted: WantedStart): Promise<string | null> {
    this.#child ??= fork(join(__dirname, 'refused-start.js'), {
      execArgv: [...this.#flags],
      env: { ...this.#env, PATH: process.env.PATH },
      silent: true,
    });
    const seen = await answerOf(this.#child, wanted, this.#patience);
    // The process has ended, or the application runs in it.
    if (seen.ended || seen.started) this.close();
    return seen.started ? null : seen.output;
  }
}

function answerOf(
  child: ChildProcess,
  wanted: WantedStart,
  patience: number,
): Promise<SeenStart & { readonly ended?: boolean }> {
  return new Promise((resolve) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
    };
    const end = (seen: SeenStart & { readonly ended?: boolean }): void => {
      clearTimeout(late);
      child.off('message', answered).off('close', ended).off('error', failed);
      child.stderr?.off('data', hear);
      resolve(seen);
    };
    const answered = (seen: unknown): void => end(seen as SeenStart);
    const ended = (code: number | null): void =>
      end({ started: false, ended: true, output: `Quire ended with ${code} before it served:\n${said}` });
    const failed = (error: Error): void => end({ started: false, ended: true, output: error.message });
    const late = setTimeout(
      () => end({ started: false, ended: true, output: `Quire did not start within ${patience} ms.` }),
      patience,
    );
    child.on('message', answered).on('close', ended).on('error', failed);
    child.stderr?.on('data', hear);
    child.send(wanted);
  });
}
