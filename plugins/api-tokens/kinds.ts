// The kinds of tokens there are.
export const KINDS = ['read-only', 'full-access', 'custom'] as const;
export type TokenKind = (typeof KINDS)[number];
