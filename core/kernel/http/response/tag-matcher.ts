// The header If-Match: ETags with a dash, of which the part before it counts. After it, there may be a checksum of the answer or the name of
// a compression.

/** `*` accepts any. */
export function tagMatcher(header: string): (tag: string) => boolean {
  // RFC 9110, 13.1.1: a weak tag matches nothing here.
  const wanted = header.trim() === '*' ? null : tagsOf(header);
  return (tag) => wanted?.includes(tag) ?? true;
}

const tagsOf = (header: string): (string | undefined)[] =>
  header
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => !tag.startsWith('W/'))
    .map((tag) => tag.slice(1).replace(/"$/, '').split('-')[0]);
