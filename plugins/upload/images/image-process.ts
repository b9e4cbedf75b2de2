// One process that works on images, from its start to its end.
import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { IN_IDLE_CLASS } from './idle-class';
import type { ImageJob, ImageOutcome } from './image-job';

/** Characters of the error output that are kept. */
const ERROR_OUTPUT = 4_000;

export interface ImageProcess {
  /** The process has the scheduling class SCHED_IDLE. */
  readonly isIdle: boolean;
  /** false: the process ends, or has ended. */
  readonly isUsable: boolean;
  /** Rejects when the process ends before it answers. One job at a time. */
  ask(job: ImageJob): Promise<ImageOutcome>;
  /** Ends the process. A job rejects with the error, and its process is killed. */
  stop(error: Error): void;
}

export function startImageProcess(isIdle: boolean): ImageProcess {
  const child = fork(join(__dirname, 'image-worker.js'), [], {
    execArgv: [],
    ...(isIdle ? IN_IDLE_CLASS : {}),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let job: { resolve(outcome: ImageOutcome): void; reject(error: Error): void } | null = null;
  let isUsable = true;
  let output = '';

  const ended = (how: string): void => {
    isUsable = false;
    job?.reject(new Error(how));
  };
  /** While the process works, the application does not exit. */
  const hold = (isHeld: boolean): void => {
    for (const part of [child, child.channel, child.stderr as Socket | null])
      if (isHeld) part?.ref();
      else part?.unref();
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-ERROR_OUTPUT);
  });
  child.on('message', (outcome: ImageOutcome) => job?.resolve(outcome));
  // Unlike `exit`, this event comes after the error output.
  child.on('close', (code, signal) =>
    ended(`the image worker ended with ${signal ?? `code ${code}`}${reasonIn(output)}`),
  );
  child.on('error', (error) => {
    child.kill('SIGKILL');
    ended(error.message);
  });

  return {
    isIdle,
    get isUsable() {
      return isUsable && child.connected;
    },
    async ask(asked) {
      hold(true);
      try {
        return await new Promise<ImageOutcome>((resolve, reject) => {
          job = { resolve, reject };
          child.send(asked);
        });
      } finally {
        job = null;
        hold(false);
      }
    },
    stop(error) {
      isUsable = false;
      if (job) child.kill('SIGKILL');
      else if (child.connected) child.disconnect();
      job?.reject(error);
    },
  };
}

/** The error itself; its stack and the version of Node.js follow it. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
  return reason === undefined ? '' : ` (${reason.trim()})`;
}
