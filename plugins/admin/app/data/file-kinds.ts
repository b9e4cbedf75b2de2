// The kinds of files that `allowedTypes` of a media attribute names.

const PREFIXES = { images: 'image/', videos: 'video/', audios: 'audio/' } as const;
/** `files`: all others. */
export type FileKind = keyof typeof PREFIXES | 'files';

const KINDS: readonly FileKind[] = ['images', 'videos', 'audios', 'files'];

/** No kinds: all. */
export function kindsOf(allowedTypes: unknown): readonly FileKind[] {
  const named = Array.isArray(allowedTypes) ? KINDS.filter((kind) => allowedTypes.includes(kind)) : [];
  return named.length === 0 ? KINDS : named;
}

/** The filter of the API. undefined: every file. */
export function filterOf(kinds: readonly FileKind[]): object | undefined {
  if (kinds.length === KINDS.length) return undefined;
  const is = (prefix: string) => ({ mime: { $startsWith: prefix } });
  return {
    $or: kinds.map((kind) =>
      kind === 'files' ? { $not: { $or: Object.values(PREFIXES).map(is) } } : is(PREFIXES[kind]),
    ),
  };
}

/** What the dialog of the browser offers. undefined: every file. */
export function acceptOf(kinds: readonly FileKind[]): string | undefined {
  if (kinds.includes('files')) return undefined;
  const named = Object.entries(PREFIXES).filter(([kind]) => kinds.includes(kind as FileKind));
  return named.map(([, prefix]) => `${prefix}*`).join();
}
