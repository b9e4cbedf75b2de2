// The application of the scenario `webhooks`, and its writes: each loop writes notes of its own, and prints each acknowledged write.
import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '../../core';
import { typeFile } from '../../core/content/model/testing-files';
import type { Application } from './test-application';

export const NOTE = 'api::note.note';
export const SECRET = 'a secret of this scenario';

const WRITES_PER_NOTE = 6;
/** Milliseconds between two writes of a loop: each write also needs a delivery. */
const PAUSE = 25;

/** `receiver`: the address that gets the events. */
export const notesFor = (receiver: string): Application => ({
  plugins: [],
  env: { HOOK_SECRET: SECRET },
  enabled: {
    jobs: { enabled: true, config: { lease: 2, poll: 100, concurrency: 8 } },
    webhooks: {
      enabled: true,
      config: {
        allow: ['127.0.0.1'],
        timeout: 500,
        retries: 100,
        webhooks: [{ name: 'notes', url: receiver, types: [NOTE], secretFrom: 'HOOK_SECRET' }],
      },
    },
  },
  files: { 'config/content-types/note.json': typeFile('note', { count: { type: 'integer' } }) },
});

/** `wrote ID TIME` is an acknowledged write. Its event has the same time. */
export async function writeNotes(
  kernel: Kernel,
  loops: number,
  say: (...words: readonly (string | number)[]) => void,
): Promise<void> {
  const notes = kernel.documents(NOTE);
  const loop = async (): Promise<never> => {
    for (;;) {
      const made = await notes.create({ data: { count: 1 } });
      const { documentId } = made;
      say('wrote', documentId, String(made.updatedAt));
      for (let count = 2; count <= WRITES_PER_NOTE; count += 1) {
        await pause(PAUSE);
        const changed = await notes.update({ documentId, data: { count } });
        say('wrote', documentId, String(changed?.updatedAt));
      }
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
}
