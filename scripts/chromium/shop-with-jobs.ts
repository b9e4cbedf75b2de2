// A plugin with a job, for tests of the admin. Its job fails until the shop is open.
import { definePlugin } from '../../core';
import type { EnqueueOptions, Jobs } from '../../plugins/jobs';

export const INVOICE = 'shop.send-invoice';
/** No test waits for it. */
export const FAR = new Date('2121-07-03T04:05:00.000Z');

export function createShop() {
  let jobs: Jobs | undefined;
  let isOpen = false;
  const sent: unknown[] = [];
  return {
    plugin: definePlugin({
      name: 'shop' as string,
      dependencies: ['jobs'],
      register(app) {
        ({ jobs } = app);
        jobs.add({
          name: INVOICE,
          retries: 0,
          run(payload) {
            if (!isOpen) throw new Error('The shop is closed');
            sent.push(payload);
          },
        });
      },
    }),
    /** Payloads of the jobs that have succeeded. */
    sent: sent as readonly unknown[],
    open: (): void => {
      isOpen = true;
    },
    async enqueue(payload: unknown, options: EnqueueOptions = {}): Promise<number> {
      const id = await jobs?.enqueue(INVOICE, payload, options);
      if (typeof id !== 'number') throw new Error('the job was not enqueued');
      return id;
    },
    dead: async (): Promise<number> => (await jobs?.counts())?.dead ?? 0,
  };
}
