// The part of the first process in questions between workers: it passes each question to all workers, and each answer to the asker.
import type { Worker } from 'node:cluster';
import type { FromRelay, ToRelay } from '../concurrency/worker-group';

/** `listening`: the workers that get questions. */
export function relayQuestions(listening: ReadonlySet<Worker>): (from: Worker) => void {
  // A worker may end at any moment; its questions end by their time.
  const send = (to: Worker, message: FromRelay): void => {
    if (to.isConnected()) to.process.send?.(message, undefined, undefined, () => undefined);
  };
  return (from) => {
    from.on('message', (message: ToRelay) => {
      if (message?.quire === 'ask') {
        const { id, topic } = message;
        const asked = [...listening];
        send(from, { quire: 'awaited', id, count: asked.length });
        for (const worker of asked) send(worker, { quire: 'asked', id, asker: from.id, topic });
      } else if (message?.quire === 'answer') {
        const { id, asker, text } = message;
        for (const worker of listening)
          if (worker.id === asker) send(worker, { quire: 'answered', id, text });
      }
    });
  };
}
