// The files of a folder of seeds as entries: `articles.json` has the documents of a content type. All mistakes of the files come together.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type ContentType, check, refuseInput } from '../../../core';

type Values = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly type: ContentType;
  /** Of a single type its uid. */
  readonly key: string;
  /** File and pointer, for sentences: `articles.json /0`. */
  readonly place: string;
  readonly values: Values;
  /** Locale → values. */
  readonly locales: Readonly<Record<string, Values>>;
  readonly status: 'draft' | 'published';
}

/** Bytes of a file. */
const LARGEST = 64 * 1024 * 1024;
const OWN_KEYS = ['$key', '$locales', '$status'];

export function readSeeds({ schema }: Pick<App, 'schema'>, folder: string): readonly Entry[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    refuseInput(`There is no folder ${folder}.`);
  const mistakes: string[] = [];
  const entries: Entry[] = [];
  const seen = new Map<ContentType, string>();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const type = typeOfFile([...schema.types.values()], file.slice(0, -'.json'.length));
    if (typeof type === 'string') mistakes.push(`${file}: ${type}`);
    else if (seen.has(type))
      mistakes.push(`${file}: ${seen.get(type)} has the same content type; merge both files`);
    else {
      seen.set(type, file);
      entries.push(...entriesOf(type, file, join(folder, file), mistakes));
    }
  }
  if (mistakes.length > 0) refuseInput('The seeds cannot be read:', ...mistakes);
  if (seen.size === 0)
    refuseInput(`${folder} has no seeds; a file has the name of a content type, such as articles.json.`);
  return entries;
}

/** By its name in one or many, or its uid with dots: `articles`, `article`, `api.article.article`. A text: what is wrong. */
function typeOfFile(types: readonly ContentType[], name: string): ContentType | string {
  const namesOf = ({ uid, pluralName, singularName }: ContentType) => [
    uid.replace('::', '.'),
    pluralName,
    singularName,
  ];
  const [type, second] = types.filter((each) => namesOf(each).includes(name));
  if (type && !second) return type;
  if (second)
    return 'several content types have this name; name the file after the uid, such as api.article.article.json';
  const near = check.nearest(name, types.flatMap(namesOf));
  return `no content type has this name${near ? `; did you mean "${near}.json"?` : ''}`;
}

function entriesOf(type: ContentType, file: string, path: string, mistakes: string[]): Entry[] {
  if (statSync(path).size > LARGEST) {
    mistakes.push(`${file}: it has more than 64 MiB; divide it`);
    return [];
  }
  const text = readFileSync(path, 'utf8');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    mistakes.push(
      `${file}${lineOf(text, (error as Error).message)}: it is no JSON: ${(error as Error).message}`,
    );
    return [];
  }
  const isSingle = type.kind === 'singleType';
  const list = isSingle && check.isPlainObject(content) ? [content] : content;
  if (!Array.isArray(list) || (isSingle && list.length !== 1)) {
    mistakes.push(`${file}: expected ${isSingle ? 'one object' : 'a list of objects'}`);
    return [];
  }
  const keys = new Set<string>();
  return list.flatMap((value: unknown, at) => {
    const place = isSingle ? file : `${file} /${at}`;
    const entry = entryOf(type, place, value);
    if (typeof entry === 'string') mistakes.push(`${place}: ${entry}`);
    else if (keys.has(entry.key)) mistakes.push(`${place}/$key: another entry has the key "${entry.key}"`);
    else {
      keys.add(entry.key);
      return [entry];
    }
    return [];
  });
}

/** ` line 3`, from the position in the message of the parser. */
function lineOf(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : ` line ${text.slice(0, Number(position)).split('\n').length}`;
}

/** A text: what is wrong. */
function entryOf(type: ContentType, place: string, value: unknown): Entry | string {
  if (!check.isPlainObject(value)) return 'expected an object';
  const { $key, $locales = {}, $status = 'published', ...values } = value;
  const key = type.kind === 'singleType' ? type.uid : $key;
  if (typeof key !== 'string' || key === '' || key.length > 200)
    return 'it needs a "$key": a text that other entries name it by, and that stays';
  if ($status !== 'draft' && $status !== 'published') return '"$status" is draft or published';
  if (!check.isPlainObject($locales) || !Object.values($locales).every(check.isPlainObject))
    return '"$locales" is an object: { "fr": { "title": "…" } }';
  const own = Object.keys(values).find((name) => name.startsWith('$'));
  if (own !== undefined) {
    const near = check.nearest(own, OWN_KEYS);
    return `"${own}" is unknown${near ? `; did you mean "${near}"?` : ''}`;
  }
  return { type, key, place, values, locales: $locales as Entry['locales'], status: $status };
}
