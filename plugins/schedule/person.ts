// Who asked for a change, and their rights at its time.
import { type App, AppError, type Caller, type RequestContext, recalledRequest } from '../../core';
import { scheduleErrors } from './errors';
import type { Person } from './types';

/** Throws for a caller whose rights cannot be asked for later. */
export async function personOf(app: App, caller: Caller): Promise<Person> {
  if (caller.kind === 'code') return { kind: 'code' };
  const person = { kind: 'request', principal: caller.principal, since: Date.now() } as const;
  if (person.principal !== null)
    try {
      await recalledRequest(app.server, person.principal, person.since);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      throw scheduleErrors.SCHEDULE_CALLER(person.principal.kind);
    }
  return person;
}

/** null: code, which may do everything. Throws the 401 of a caller who does not exist any more, or may not act. */
export const requestOf = async (app: App, person: Person): Promise<RequestContext | null> =>
  person.kind === 'code' ? null : recalledRequest(app.server, person.principal, person.since);

export const labelOf = (person: Person): string | null =>
  person.kind === 'code' ? null : (person.principal?.label ?? 'anonymous');
