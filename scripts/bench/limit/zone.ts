// The zone of a page, written by hand. It parses the stored text once, then writes it without unwanted keys or with its target
// documents.

type Entry = Readonly<Record<string, unknown>> & { readonly __component: string };

/** The target documents of the entries, by type. */
export interface Wanted {
  readonly file: Set<string>;
  readonly author: Set<string>;
  readonly article: Set<string>;
}

/** documentId → JSON text. */
export type Found = { readonly [K in keyof Wanted]: ReadonlyMap<string, string> };

const SCALARS: Readonly<Record<string, readonly string[]>> = {
  'zone.hero': ['heading', 'text'],
  'zone.quote': ['text', 'source'],
  'zone.gallery': ['title'],
  'zone.links': ['title'],
  'zone.refs': ['title'],
};

export const parseZone = (text: string): Entry[] => JSON.parse(text) as Entry[];

/** Entries with only their own scalars. */
export function flatZone(entries: readonly Entry[]): string {
  return `[${entries.map((entry) => `${scalarsOf(entry)}${tagOf(entry)}`).join(',')}]`;
}

export function wantedBy(entries: readonly Entry[]): Wanted {
  const wanted: Wanted = { file: new Set(), author: new Set(), article: new Set() };
  for (const entry of entries) {
    if (entry.image) wanted.file.add(String(entry.image));
    if (entry.author) wanted.author.add(String(entry.author));
    for (const file of listOf(entry.files)) wanted.file.add(file);
    for (const article of listOf(entry.articles)) wanted.article.add(article);
  }
  return wanted;
}

/** Entries with all relations one level below them. */
export function deepZone(entries: readonly Entry[], found: Found): string {
  return `[${entries.map((entry) => `${scalarsOf(entry)}${nestedOf(entry, found)}${tagOf(entry)}`).join(',')}]`;
}

function nestedOf(entry: Entry, found: Found): string {
  switch (entry.__component) {
    case 'zone.hero':
      return `,"image":${found.file.get(String(entry.image)) ?? 'null'}`;
    case 'zone.quote':
      return `,"author":${found.author.get(String(entry.author)) ?? 'null'}`;
    case 'zone.gallery':
      return `,"files":[${present(entry.files, found.file)}]`;
    case 'zone.links':
      return `,"items":${JSON.stringify(entry.items)}`;
    default:
      return `,"articles":[${present(entry.articles, found.article)}]`;
  }
}

function scalarsOf(entry: Entry): string {
  let text = `{"id":${entry.id}`;
  for (const key of SCALARS[entry.__component] ?? []) text += `,"${key}":${JSON.stringify(entry[key])}`;
  return text;
}

const tagOf = (entry: Entry): string => `,"__component":"${entry.__component}"}`;

const present = (documents: unknown, texts: ReadonlyMap<string, string>): string =>
  listOf(documents)
    .flatMap((document) => texts.get(document) ?? [])
    .join(',');

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
