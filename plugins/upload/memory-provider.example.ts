// A storage provider of a third party: it keeps files in memory. Tests use it too.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { UploadProvider } from './storage/providers/provider';

interface Kept {
  readonly bytes: Buffer;
  readonly modified: Date;
}

export default function createMemoryProvider(): UploadProvider {
  const kept = new Map<string, Kept>();
  const facts = (name: string, { bytes, modified }: Kept) => ({ name, size: bytes.length, modified });
  return {
    async put(name, bytes) {
      kept.set(name, { bytes: await buffer(bytes), modified: new Date() });
    },
    async get(name, range) {
      const found = kept.get(name);
      return found ? Readable.from([found.bytes.subarray(range?.start, range && range.end + 1)]) : null;
    },
    async stat(name) {
      const found = kept.get(name);
      return found ? facts(name, found) : null;
    },
    async remove(name) {
      kept.delete(name);
    },
    url: (name) => `https://files.example.com/${encodeURIComponent(name)}`,
    async *list() {
      for (const [name, found] of kept) yield facts(name, found);
    },
  };
}
