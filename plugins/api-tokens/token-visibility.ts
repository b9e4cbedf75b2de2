// The permissions and the visibility of tokens. Tokens with equal permissions share one object, and so share its plans and
// prepared reads. No token sees private attributes.
import {
  type App,
  type ContentType,
  GenerationCache,
  readActionOf,
  type Verdict,
  type Visibility,
} from '../../core';
import { tokenHint } from './token-hint';
import type { ApiToken } from './types';

export interface TokenRights {
  allows(action: string): boolean;
  readonly verdict: Verdict;
}

export type RightsOf = (token: ApiToken) => TokenRights;

/** The verbs of read-only tokens. Drafts need the separate permission `readDraft`. */
const READING: ReadonlySet<string> = new Set(['find', 'findOne', 'count', 'readDraft']);
/** The generation size: the cache keeps at most twice as many sets of actions. */
const MAX_ACTION_SETS = 1000;

export function createRights({
  readActions,
  environment,
}: Pick<App, 'readActions' | 'environment'>): RightsOf {
  const hintFor = (token: Pick<ApiToken, 'type' | 'actions'>) =>
    environment === 'development' ? (action: string) => tokenHint('this token', token, action) : undefined;
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
  const custom = new GenerationCache<string, TokenRights>(MAX_ACTION_SETS);
  /** Avoids joining the actions on every request. A changed token is a new object. */
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

  /** Depends on the actions only, because tokens with the same actions share the result. */
  function make({ type, actions: listed }: ApiToken, id: number): TokenRights {
    const granted = new Set(listed);
    const readable = new Map<ContentType, boolean>();
    return rights({
      scope: `api-token custom ${id}`,
      allows: (action) => granted.has(action),
      canRead(type) {
        let answer = readable.get(type);
        if (answer === undefined) {
          const action = readActionOf(readActions, type.uid);
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

function rights(of: Pick<Visibility, 'scope' | 'allows' | 'canRead' | 'hint'>): TokenRights {
  const visibility: Visibility = {
    ...of,
    readable: () => true,
    writable: () => true,
    canRelink: ({ uid }) => of.allows(`${uid}.update`),
  };
  return { allows: of.allows, verdict: Object.freeze({ allowed: true, visibility }) };
}
