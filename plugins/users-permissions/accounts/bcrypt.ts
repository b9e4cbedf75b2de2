// Verifies bcrypt hashes of imported users, in a thread that the first of them starts.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface BcryptQuestion {
  readonly id: number;
  readonly password: string;
  readonly hash: string;
}

export interface BcryptAnswer {
  readonly id: number;
  readonly isSame: boolean;
}

/** bcrypt ignores all further bytes, so a longer password would match with any ending. */
const MOST_BYTES = 72;
const HASH = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

export const isBcrypt = (hash: string): boolean => HASH.test(hash);

/** A hash of no known password, with the cost of another hash. */
export const otherBcrypt = (hash: string): string =>
  `${hash.slice(0, 7)}${randomBytes(53).toString('hex').slice(0, 53)}`;

export type VerifyBcrypt = (password: string, hash: string) => Promise<boolean>;

export function createBcrypt(): VerifyBcrypt {
  let worker: Worker | null = null;
  let next = 0;
  const waiting = new Map<number, { resolve(isSame: boolean): void; reject(error: Error): void }>();

  function start(): Worker {
    const started = new Worker(join(__dirname, 'bcrypt-worker.js'));
    started.on('message', ({ id, isSame }: BcryptAnswer) => {
      waiting.get(id)?.resolve(isSame);
      waiting.delete(id);
    });
    // The end of a former thread says nothing about the next one.
    const failed = (error: Error): void => {
      if (worker === started) failAll(error);
    };
    started.on('error', failed);
    started.on('exit', () => failed(new Error('The thread for bcrypt has ended.')));
    // After the listeners: a listener of messages keeps the process.
    started.unref();
    return started;
  }

  function failAll(error: Error): void {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return async (password, hash) => {
    worker ??= start();
    const used = worker;
    next += 1;
    const question: BcryptQuestion = { id: next, password, hash };
    const isSame = await new Promise<boolean>((resolve, reject) => {
      waiting.set(question.id, { resolve, reject });
      used.postMessage(question);
    });
    return isSame && Buffer.byteLength(password) <= MOST_BYTES;
  };
}
