// What a kind of token may do and see. One object per kind, for custom ones per set of actions, so that what hangs on it (plans,
// prepared reads) is shared by all tokens alike. None of them ever sees what is private or secret.
import { createHash } from 'node:crypto';
import type { ContentType, Kernel, Verdict, Visibility } from '../../core';
import type { ApiToken } from './types';

export interface TokenRights {
  allows(action: string): boolean;
  readonly verdict: Verdict;
}

export type RightsOf = (token: ApiToken) => TokenRights;

/** Beside documents, what lists and counts; drafts are read with a permission of their own. */
const READING: ReadonlySet<string> = new Set(['find', 'findOne', 'count', 'aggregate', 'readDraft']);
/** Sets of actions that are kept. */
const MOST = 1000;

export function createRights({ actions }: Pick<Kernel, 'actions'>): RightsOf {
  const fullAccess = rights(
    'api-token full-access',
    () => true,
    () => true,
  );
  const readOnly = rights('api-token read-only', isReading, () => true);
  const custom = new Map<string, TokenRights>();

  function customRights(granted: readonly string[]): TokenRights {
    const key = granted.join(' ');
    let found = custom.get(key);
    if (!found) {
      if (custom.size >= MOST) custom.clear();
      found = make(new Set(granted), createHash('sha256').update(key).digest('base64url'));
      custom.set(key, found);
    }
    return found;
  }

  function make(granted: ReadonlySet<string>, id: string): TokenRights {
    const readable = new Map<ContentType, boolean>();
    return rights(
      `api-token custom ${id}`,
      (action) => granted.has(action),
      (type) => {
        let answer = readable.get(type);
        if (answer === undefined) {
          const action = actions.readingOf(type.uid);
          answer = action === null || granted.has(action);
          readable.set(type, answer);
        }
        return answer;
      },
    );
  }

  return (token) => {
    if (token.type === 'full-access') return fullAccess;
    return token.type === 'read-only' ? readOnly : customRights(token.actions);
  };
}

export const isReading = (action: string): boolean => READING.has(action.slice(action.lastIndexOf('.') + 1));

function rights(
  scope: string,
  allows: (action: string) => boolean,
  canRead: (type: ContentType) => boolean,
): TokenRights {
  const visibility: Visibility = { scope, allows, canRead, readable: () => true, writable: () => true };
  return { allows, verdict: Object.freeze({ allowed: true, visibility }) };
}
