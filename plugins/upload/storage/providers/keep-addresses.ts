// Keeps signed addresses for half of their validity, and at most five minutes. An address expires with the credentials that signed it.
// Answers with the same files are equal for this time, so that their ETags hold.

/** Addresses; reached, all are signed anew. */
const MOST = 10_000;
/** Milliseconds. */
const LONGEST = 300_000;

interface Kept {
  readonly address: Promise<string>;
  readonly until: number;
}

/** `seconds`: the life of an address. */
export function keepAddresses(
  sign: (name: string) => Promise<string>,
  seconds: number,
): (name: string) => Promise<string> {
  const kept = new Map<string, Kept>();
  return (name) => {
    const found = kept.get(name);
    if (found && found.until > Date.now()) return found.address;
    if (kept.size >= MOST) kept.clear();
    const own = { address: sign(name), until: Date.now() + Math.min(seconds * 500, LONGEST) };
    kept.set(name, own);
    own.address.catch(() => {
      if (kept.get(name) === own) kept.delete(name);
    });
    return own.address;
  };
}
