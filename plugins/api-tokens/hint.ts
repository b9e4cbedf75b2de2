// What a 403 says of an action that a token lacks, to who may look at it: never in production.
import type { TokenKind } from './kinds';

interface Lacking {
  readonly type: TokenKind;
  readonly actions: readonly string[];
}

/** `who`: which token it is, as the sentence begins. */
export const hintOf = (who: string, { type, actions }: Lacking, action: string): string =>
  type === 'custom'
    ? `${who} may not do "${action}"; make one that may: quire token create --name NAME --type custom --action ${[...actions, action].join(',')}`
    : `${who} may only read, and "${action}" writes`;
