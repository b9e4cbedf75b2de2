// Archives with changes: their members as texts, and back to an archive whose digest matches.

import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tarMembers } from '../../../core';
import { archiveTail, memberHead, memberTail } from '../archive/tar-writer';

export type Members = Map<string, string>;

export async function membersOf(packed: Buffer): Promise<Members> {
  const members: Members = new Map();
  async function* whole(): AsyncIterable<Buffer> {
    yield gunzipSync(packed);
  }
  for await (const { name, bytes: own } of tarMembers(whole())) {
    const parts: Buffer[] = [];
    for await (const part of own) parts.push(part);
    members.set(name, Buffer.concat(parts).toString('latin1'));
  }
  return members;
}

export function packed(members: Members): Buffer {
  const parts = [...members].flatMap(([name, text]) => {
    const content = Buffer.from(text, 'latin1');
    return [memberHead(name, content.length), content, memberTail(content.length)];
  });
  return gzipSync(Buffer.concat([...parts, archiveTail()]));
}

/** The archive with a change, and a digest that matches it. */
export async function forged(bytes: Buffer, change: (members: Members) => void): Promise<Buffer> {
  const members = await membersOf(bytes);
  const end = JSON.parse(members.get('end.json') ?? '');
  members.delete('end.json');
  change(members);
  const digest = createHash('sha256');
  for (const [name, text] of members) digest.update(`${name}\n${text.length}\n`).update(text, 'latin1');
  members.set('end.json', JSON.stringify({ ...end, sha256: digest.digest('hex') }));
  return packed(members);
}
