// The kinds of tokens.
export const KINDS = ['read-only', 'full-access', 'custom'] as const;
export type TokenKind = (typeof KINDS)[number];
