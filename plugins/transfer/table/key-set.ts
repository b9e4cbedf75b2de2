// A set of the texts of a long file. It keeps 8 bytes of each text, so that memory hardly grows.

import { createHash } from 'node:crypto';

export interface KeySet {
  /** false: the set has it already. */
  add(key: string): boolean;
}

export function createKeySet(): KeySet {
  let slots = new BigUint64Array(1024);
  let count = 0;
  const put = (into: BigUint64Array, hash: bigint): boolean => {
    const mask = BigInt(into.length - 1);
    for (let at = hash & mask; ; at = (at + 1n) & mask) {
      const found = into[Number(at)];
      if (found === hash) return false;
      if (found !== 0n) continue;
      into[Number(at)] = hash;
      return true;
    }
  };
  return {
    add(key) {
      // 0 is an empty slot.
      const isNew = put(slots, createHash('sha256').update(key).digest().readBigUInt64LE() | 1n);
      if (!isNew) return false;
      count += 1;
      if (count * 2 > slots.length) {
        const grown = new BigUint64Array(slots.length * 2);
        for (const hash of slots) if (hash !== 0n) put(grown, hash);
        slots = grown;
      }
      return true;
    },
  };
}
