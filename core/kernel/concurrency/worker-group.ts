// The processes of `quire start --workers` ask each other. The first process passes questions and answers on (cli/worker-relay.ts).
import cluster from 'node:cluster';

/** Set in each worker: its number, from 1. A worker that replaces one that ended has its number; while SIGHUP replaces them, there is one more. */
export const SLOT_VARIABLE = 'QUIRE_WORKER';

export interface WorkerGroup {
  /** The number of this process among the workers, from 1; null: this process has no siblings. */
  readonly slot: number | null;
  /** Answers questions of a topic; a rejected answer is missing for other processes. Returns the function that ends it. */
  answer(topic: string, make: () => Promise<string>): () => void;
  /** The answers of all workers, this one included. An answer that comes too late is missing. */
  ask(topic: string, milliseconds: number): Promise<readonly string[]>;
}

/** From a worker to the first process. */
export type ToRelay =
  | { readonly quire: 'ask'; readonly id: number; readonly topic: string }
  | { readonly quire: 'answer'; readonly id: number; readonly asker: number; readonly text: string | null };

/** From the first process to a worker. */
export type FromRelay =
  | { readonly quire: 'asked'; readonly id: number; readonly asker: number; readonly topic: string }
  | { readonly quire: 'awaited'; readonly id: number; readonly count: number }
  | { readonly quire: 'answered'; readonly id: number; readonly text: string | null };

interface Question {
  readonly texts: string[];
  answers: number;
  /** Unknown until the first process says it. */
  awaited: number;
  end(): void;
}

export function createWorkerGroup(): WorkerGroup {
  const makers = new Map<string, () => Promise<string>>();
  const questions = new Map<number, Question>();
  const isWorker = cluster.isWorker && process.send !== undefined;
  let asked = 0;
  let isListening = false;

  const send = (message: ToRelay): void =>
    void process.send?.(message, undefined, undefined, () => undefined);

  const received = (message: FromRelay): void => {
    if (message.quire === 'asked') {
      const { id, asker, topic } = message;
      const answer = (text: string | null): void => send({ quire: 'answer', id, asker, text });
      (makers.get(topic)?.() ?? Promise.resolve(null)).then(answer, () => answer(null));
      return;
    }
    const question = questions.get(message.id);
    if (!question) return;
    if (message.quire === 'awaited') question.awaited = message.count;
    else if (message.quire === 'answered') {
      question.answers += 1;
      if (message.text !== null) question.texts.push(message.text);
    }
    if (question.answers >= question.awaited) question.end();
  };
  const listen = (): void => {
    if (!isListening && isWorker) process.on('message', (message) => received(message as FromRelay));
    isListening = true;
  };

  return {
    slot: isWorker ? Number(process.env[SLOT_VARIABLE] ?? cluster.worker?.id ?? 1) : null,
    answer(topic, maker) {
      listen();
      makers.set(topic, maker);
      return () => {
        if (makers.get(topic) === maker) makers.delete(topic);
      };
    },
    async ask(topic, milliseconds) {
      if (!isWorker) {
        const text = await makers.get(topic)?.();
        return text === undefined ? [] : [text];
      }
      listen();
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          if (questions.delete(id)) resolve(question.texts);
        };
        const timer = setTimeout(end, milliseconds);
        const question: Question = { texts: [], answers: 0, awaited: Number.POSITIVE_INFINITY, end };
        questions.set(id, question);
        send({ quire: 'ask', id, topic });
      });
    },
  };
}
