// The parent's side of the client process.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Job, Outcome } from './client';

export interface Load {
  run(job: Job): Promise<Outcome>;
  stop(): void;
}

export function startLoad(): Load {
  const child = fork(join(__dirname, 'client.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { readonly outcome?: Outcome; readonly error?: string }) => {
          const { outcome, error = 'the client sent no result' } = message;
          if (!outcome) return reject(new Error(`The client failed: ${error}`));
          if (outcome.failed > 0)
            return reject(
              new Error(
                `${outcome.failed} of ${outcome.requests} requests failed; the first: ${outcome.failure}`,
              ),
            );
          resolve(outcome);
        });
        child.send(job);
      }),
    stop: () => void child.disconnect(),
  };
}
