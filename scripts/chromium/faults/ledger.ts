// The oracle: each typed character is another one, so the stored document says which are there.

/** Signs that no part of the page writes. */
const FIRST_SIGN = 0x4e00;

export interface Ledger {
  /** A new sign. */
  next(): string;
  /** A field has the sign. */
  entered(sign: string, where: string): void;
  /** A person has seen both texts of a clash, and chose the text without these signs. */
  given(kept: string, dropped: string): void;
  /** The signs that should be in the text. */
  missingIn(text: string): readonly string[];
}

export function createLedger(): Ledger {
  const entered = new Map<string, string>();
  const given = new Set<string>();
  let count = 0;
  return {
    next: () => String.fromCodePoint(FIRST_SIGN + count++),
    entered: (sign, where) => void entered.set(sign, where),
    given(kept, dropped) {
      for (const sign of dropped) if (!kept.includes(sign)) given.add(sign);
    },
    missingIn: (text) =>
      [...entered]
        .filter(([sign]) => !given.has(sign) && !text.includes(sign))
        .map(([sign, where]) => `${sign} (${where})`),
  };
}
