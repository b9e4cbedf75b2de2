// A thread that compares passwords with bcrypt hashes. One comparison takes some 70 ms, in which the main thread answers requests.
import { parentPort } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';
import type { BcryptAnswer, BcryptQuestion } from './bcrypt';

parentPort?.on('message', ({ id, password, hash }: BcryptQuestion) => {
  const answer: BcryptAnswer = { id, isSame: isSame(password, hash) };
  parentPort?.postMessage(answer);
});

/** A damaged hash matches nothing. */
function isSame(password: string, hash: string): boolean {
  try {
    return compareSync(password, hash);
  } catch {
    return false;
  }
}
