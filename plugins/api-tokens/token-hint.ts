// The hint of a 403: the action that the token lacks, and a remedy. Only development shows it.
import type { TokenKind } from './token-kinds';

interface Lacking {
  readonly type: TokenKind;
  readonly actions: readonly string[];
}

/** `subject` is the start of the sentence: `this token`, or `the token "site"`. */
export const tokenHint = (subject: string, { type, actions }: Lacking, action: string): string =>
  type === 'custom'
    ? `${subject} has no permission for "${action}"; create a token with it: quire token create --name NAME --type custom --action ${[...actions, action].join(',')}`
    : `${subject} is read-only, and "${action}" writes`;
