// Judges the answers that a crowd of writers gets.

/** Text of a database's own errors; an answer must not contain it. */
export const DATABASE_ERROR = /deadlock|lock wait|serializ|SQLITE_|ER_[A-Z]|constraint|duplicate/i;

/**
 * A write gives up with 503 after the database refused it 21 times. With two dozen writers at a few documents that is rare.
 * A higher share means that locks are held too long, or that a refused write is not retried.
 */
export function busyFaults(busy: number, answers: number): string[] {
  const most = Math.ceil(answers / 1000);
  return busy > most ? [`${busy} of ${answers} writes got 503; at most ${most} may, one in a thousand`] : [];
}
