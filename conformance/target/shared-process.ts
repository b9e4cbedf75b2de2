// Starts applications in one process, one after another. A process of its own for each start would load all code again, and answer the
// first requests slowly.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Seen, Wanted, WantedStart } from './shared-start';

export interface SharedStart {
  /** Null when the application did not start. */
  readonly url: string | null;
  readonly output: string;
  readonly end: () => Promise<void>;
}

type Request = Wanted extends infer W ? (W extends Wanted ? Omit<W, 'id'> : never) : never;

export class SharedProcess {
  readonly #flags: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #patience: number;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #requests = 0;

  /** `flags` and `env`: those of Node. `patience`: the longest time of a start, in milliseconds. */
  constructor(flags: readonly string[], env: Readonly<Record<string, string>>, patience: number) {
    this.#flags = flags;
    this.#env = env;
    this.#patience = patience;
  }

  /** An application that starts sees only its own variables, so one starts at a time. */
  start(start: WantedStart): Promise<SharedStart> {
    const next = this.#last.then(() => this.#start(start));
    this.#last = next;
    return next;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(start: WantedStart): Promise<SharedStart> {
    this.#child ??= fork(join(__dirname, 'shared-start.js'), {
      execArgv: [...this.#flags],
      env: { ...this.#env, PATH: process.env.PATH },
      silent: true,
    });
    const child = this.#child;
    const { id, url, output } = await this.#ask(child, { start });
    return {
      url,
      output,
      end: async () => {
        if (this.#child === child) await this.#ask(child, { end: id });
      },
    };
  }

  /** A process that ended, or does not answer, answers no further request. */
  #ask(child: ChildProcess, request: Request): Promise<Seen> {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve) => {
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
      };
      const finish = (seen: Seen): void => {
        clearTimeout(late);
        child.off('message', answered).off('close', ended).off('error', failed);
        child.stderr?.off('data', hear);
        resolve(seen);
      };
      const give = (output: string): void => {
        if (this.#child === child) this.close();
        finish({ id, url: null, output });
      };
      const answered = (seen: unknown): void => {
        if ((seen as Seen).id === id) finish(seen as Seen);
      };
      const ended = (code: number | null): void =>
        give(`Quire ended with ${code} before it served:\n${said}`);
      const failed = (error: Error): void => give(error.message);
      const late = setTimeout(
        () => give(`Quire did not answer within ${this.#patience} ms.`),
        this.#patience,
      );
      child.on('message', answered).on('close', ended).on('error', failed);
      child.stderr?.on('data', hear);
      child.send({ ...request, id });
    });
  }
}
