// An operation that a plugin adds to documents: the values that it takes, and its work inside the transaction.
import { type Check, runCheck } from '../../kernel/check/check';
import { coreErrors } from '../../kernel/errors/core-errors';
import { dataObject } from './input/parse-input';
import type { Attempt } from './perform';
import { rowsAsked, workingOf } from './write/target';
import { mayWriteAll } from './write/writable-documents';

/** Locks the document and its rows, then runs the operation. false: there is no such row, or the caller may not write it. */
export async function runOperation(
  attempt: Attempt,
  takesWorking: boolean,
  run: (attempt: Attempt) => Promise<void>,
): Promise<boolean> {
  const { session, context, action, hooks } = attempt;
  const { type, documentId } = action;
  await session.lock([{ type: type.uid, documentId }]);
  const rows = await session.read(type, documentId);
  const asked = rowsAsked(type, action.axes, rows);
  if (rows.length === 0 || !(await mayWriteAll(session, asked))) return false;
  action.precondition?.(takesWorking ? workingOf(type, asked) : asked, asked.length > 0);
  action.rows = rows;
  action.makesRow = false;
  if (hooks.writing) {
    // A tap may write rows of the document.
    session.isShared = true;
    await hooks.writing(context);
    action.rows = await session.read(type, documentId);
  }
  await run(attempt);
  return true;
}

/** The values that the operation takes, checked. */
export function checkedValues(takes: Check<unknown>, data: unknown): unknown {
  const { value, issues } = runCheck(takes, dataObject(data));
  if (issues.length === 0) return value;
  throw coreErrors.BODY_ISSUES(
    issues.map(({ path, message }) => ({
      path: path.map(String),
      message: [path.join('.'), message].filter(Boolean).join(' '),
      name: 'ValidationError',
    })),
  );
}
