// Verifies the chain: every entry has the hash that follows from the entry before it, and the chain ends where its row says.
import { hashOf } from './chain';
import { actorKey, type EntryRows, linkOf } from './entry-rows';

export interface Verified {
  readonly entries: number;
  readonly unsealed: number;
  /** The end of the chain. Noted elsewhere, it shows later that no entry before it was changed. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** null: the chain is whole. */
  readonly problem: string | null;
}

export const RETENTION = 'audit.retention';
const PAGE = 500;

/** `expected`: an end of the chain that was noted earlier. */
export async function verifyChain(
  rows: EntryRows,
  key: string | undefined,
  expected?: { readonly seq: number; readonly hash: string },
): Promise<Verified> {
  const { seq: end, hash: endHash, first_seq, first_hash } = await rows.chain();
  let [seq, hash, entries] = [first_seq, first_hash, 0];
  /** Where retention made the chain begin, as its last entry says. */
  let begin = 0;
  let isFound = expected === undefined;
  const done = async (problem: string | null): Promise<Verified> => ({
    entries,
    unsealed: await rows.unsealed(),
    head: { seq: end, hash: endHash },
    problem,
  });
  if (expected !== undefined && expected.seq < first_seq)
    return done(`the noted entry ${expected.seq} was removed by retention; note a newer end`);
  if (expected?.seq === first_seq) isFound = expected.hash === first_hash;
  for (;;) {
    const page = await rows.sealed(seq, PAGE);
    for (const row of page) {
      if (row.seq !== seq + 1)
        return done(`the entries from ${seq + 1} to ${Number(row.seq) - 1} are missing`);
      const own = hashOf(hash, linkOf(row, row.seq), key);
      if (own !== row.hash)
        return done(
          `the entry ${row.seq} (id ${row.id}, ${row.at}) was changed, or the secret is another one`,
        );
      // The hash does not cover the key. With another one, no filter would find the entry.
      if (row.actor_key !== actorKey(JSON.parse(row.actor)))
        return done(`the entry ${row.seq} (id ${row.id}, ${row.at}) has the key of another actor`);
      if (expected?.seq === row.seq) isFound = expected.hash === own;
      if (row.event === RETENTION) begin = Number(JSON.parse(row.details).until);
      [seq, hash] = [row.seq, own];
      entries += 1;
    }
    if (page.length < PAGE) break;
  }
  // Entries that another process sealed meanwhile come after the end that was read.
  if (seq < end) return done(`the entries from ${seq + 1} to ${end} are missing`);
  if (seq === end && hash !== endHash)
    return done('the end of the chain has another hash than its last entry');
  if (begin !== first_seq) return done(`the entries up to ${first_seq} were not removed by retention`);
  if (!isFound) return done(`the chain does not contain the noted hash of the entry ${expected?.seq}`);
  return done(null);
}
