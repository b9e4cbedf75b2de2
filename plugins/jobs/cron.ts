// Cron expressions with time zones, by croner. It is loaded with the first schedule.
import type { Cron } from 'croner';

export interface Schedule {
  /** A cron expression of five parts, `0 3 * * *`, or six: then the first are seconds. */
  readonly cron: string;
  /** An IANA name: `Europe/Berlin`. Absent: `timeZone` of the configuration. */
  readonly timeZone?: string;
  /** Ticks at which no process ran: `skip` leaves them out; `once` runs one job for all of them. Default: `skip`. */
  readonly missed?: 'skip' | 'once';
  readonly payload?: unknown;
}

export interface CronRule {
  /** Equal for equal schedules. */
  readonly text: string;
  /** The first tick after a time; null: there is none. */
  next(after: number): number | null;
  /** The last tick before a time. */
  previous(before: number): number | null;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A text: what is wrong with the schedule, and the remedy. */
export function cronRule({ cron, timeZone = 'UTC' }: Schedule): CronRule | string {
  if (!isTimeZone(timeZone))
    return `the time zone "${timeZone}" is unknown; use an IANA name such as "Europe/Berlin"`;
  const parts = cron.trim().split(/\s+/).length;
  if (parts !== 5 && parts !== 6)
    return `"${cron}" is not a cron expression of five or six parts; every day at three is "0 3 * * *"`;
  const made = parsed(cron, timeZone);
  if (typeof made === 'string') return `the cron expression "${cron}" is wrong: ${made}`;
  const next = (after: number) => made.nextRun(new Date(after))?.getTime() ?? null;
  if (next(Date.now()) === null) return `the cron expression "${cron}" has no tick; no date fits it`;
  return {
    text: `${cron.trim()} ${timeZone}`,
    next,
    previous: (before) => made.previousRuns(1, new Date(before))[0]?.getTime() ?? null,
  };
}

function parsed(cron: string, timezone: string): Cron | string {
  const { Cron: Parser }: typeof import('croner') = require('croner');
  try {
    return new Parser(cron, { timezone, paused: true });
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  }
}
