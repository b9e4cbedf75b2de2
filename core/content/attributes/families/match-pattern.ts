// Does a text match a pattern of a schema file? The time is bounded: some patterns take minutes on a text made
// for them. Short texts, and patterns without repetition, are matched directly.
import { createContext, Script } from 'node:vm';

/** null: the match took too long. */
export function matchPattern(pattern: RegExp, text: string): boolean | null {
  pattern.lastIndex = 0;
  if (text.length <= SHORT || !/[*+{]/.test(pattern.source)) return pattern.test(text);
  try {
    place ??= createContext(Object.create(null));
    Object.assign(place, { pattern, text });
    return Boolean(work.runInContext(place, { timeout: LONGEST }));
  } catch (error) {
    // Not `instanceof`: the error may be of another realm.
    const isLate = typeof error === 'object' && error !== null && 'code' in error && error.code === LATE;
    if (isLate) return null;
    throw error;
  } finally {
    if (place) Object.assign(place, { pattern: null, text: null });
  }
}

/** A limit of characters: the time of a bad pattern may double with each. */
const SHORT = 16;
/** Milliseconds. */
const LONGEST = 100;
const LATE = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const work = new Script('pattern.test(text)');
let place: ReturnType<typeof createContext> | null = null;
