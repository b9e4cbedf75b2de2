// What a kind of token may do and see. One object per kind, for custom ones per set of actions, so that what hangs on it (plans,
// prepared reads) is shared by all tokens alike. None of them ever sees what is private or secret.
import { type ContentType, GenerationCache, type Kernel, type Verdict, type Visibility } from '../../core';
import { hintOf } from './hint';
import type { ApiToken } from './types';

export interface TokenRights {
  allows(action: string): boolean;
  readonly verdict: Verdict;
}

export type RightsOf = (token: ApiToken) => TokenRights;

/** Beside documents, what lists and counts; drafts are read with a permission of their own. */
const READING: ReadonlySet<string> = new Set(['find', 'findOne', 'count', 'aggregate', 'readDraft']);
/** Sets of actions that are kept; twice as many at most. */
const MOST = 1000;

export function createRights({ actions, isProduction }: Pick<Kernel, 'actions' | 'isProduction'>): RightsOf {
  const hintFor = (token: Pick<ApiToken, 'type' | 'actions'>) =>
    isProduction ? undefined : (action: string) => hintOf('this token', token, action);
  const fullAccess = rights({
    scope: 'api-token full-access',
    allows: () => true,
    canRead: () => true,
    hint: undefined,
  });
  const readOnly = rights({
    scope: 'api-token read-only',
    allows: isReading,
    canRead: () => true,
    hint: hintFor({ type: 'read-only', actions: [] }),
  });
  const custom = new GenerationCache<string, TokenRights>(MOST);
  /** So that a list of actions is made a text of once, not with each request. A token that changed is another object. */
  const ofToken = new WeakMap<ApiToken, TokenRights>();
  let sets = 0;

  function customRights(token: ApiToken): TokenRights {
    let found = ofToken.get(token);
    if (!found) {
      const key = token.actions.join(' ');
      found = custom.get(key) ?? make(token, ++sets);
      custom.set(key, found);
      ofToken.set(token, found);
    }
    return found;
  }

  /** All that is kept of the token is what others with the same actions share. */
  function make({ type, actions: listed }: ApiToken, id: number): TokenRights {
    const granted = new Set(listed);
    const readable = new Map<ContentType, boolean>();
    return rights({
      scope: `api-token custom ${id}`,
      allows: (action) => granted.has(action),
      canRead(type) {
        let answer = readable.get(type);
        if (answer === undefined) {
          const action = actions.readingOf(type.uid);
          answer = action === null || granted.has(action);
          readable.set(type, answer);
        }
        return answer;
      },
      hint: hintFor({ type, actions: listed }),
    });
  }

  return (token) => {
    if (token.type === 'full-access') return fullAccess;
    return token.type === 'read-only' ? readOnly : customRights(token);
  };
}

export const isReading = (action: string): boolean => READING.has(action.slice(action.lastIndexOf('.') + 1));

function rights(
  of: Required<Pick<Visibility, 'scope' | 'allows' | 'canRead'>> & Pick<Visibility, 'hint'>,
): TokenRights {
  const visibility: Visibility = { ...of, readable: () => true, writable: () => true };
  return { allows: of.allows, verdict: Object.freeze({ allowed: true, visibility }) };
}
