// The options of a table as texts: `title,author.email`, `title=Name,"slug=Web, address"`, `articles`.

import { type ContentType, check, refuseInput, type Schema, stagesOf } from '../../../core';
import { suffixAxisOf } from './columns';
import { shortened } from './report';

/** A list with commas; a name with a comma stands between quotes. */
export function namesIn(option: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const { parse }: typeof import('csv-parse/sync') = require('csv-parse/sync');
  try {
    const rows: string[][] = parse(text, { trim: true, relax_column_count: true });
    return rows.flat().filter((name) => name !== '');
  } catch {
    return refuseInput(`${option}: a quote is not closed; write NAME,"NAME, WITH COMMA".`);
  }
}

export function pairsIn(option: string, text: string | undefined): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of namesIn(option, text)) {
    const at = pair.indexOf('=');
    const [path, header] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || header === '')
      refuseInput(`${option}: "${shortened(pair)}" is no pair; write ATTRIBUTE=HEADER.`);
    if (pairs.has(path)) refuseInput(`${option}: "${shortened(path)}" stands there twice.`);
    pairs.set(path, header);
  }
  return pairs;
}

/** By its uid, or its name in one or many: `api::article.article`, `article`, `articles`. */
export function typeNamed({ types }: Schema, name: string): ContentType {
  const all = [...types.values()].filter(({ kind }) => kind === 'collectionType');
  const found = all.filter((type) => [type.uid, type.pluralName, type.singularName].includes(name));
  const [type, second] = found;
  if (type && !second) return type;
  if (second)
    return refuseInput(
      `--type: "${name}" names ${found.map(({ uid }) => uid).join(' and ')}; write the uid.`,
    );
  const near = check.nearest(
    name,
    all.flatMap(({ uid, pluralName }) => [uid, pluralName]),
  );
  return refuseInput(
    `--type: there is no collection type "${name}"${near ? `; did you mean "${near}"?` : '.'}`,
  );
}

/** The parameters of reads and writes for these options. */
export function wordsOfTable(
  type: ContentType,
  { locale, status }: { readonly locale: string | undefined; readonly status: string | undefined },
): Readonly<Record<string, unknown>> {
  const [axis, stages] = [suffixAxisOf(type), stagesOf(type)];
  if (locale !== undefined && !axis) refuseInput(`locale: ${type.uid} has no locales; leave the option out.`);
  if (status !== undefined && !stages)
    refuseInput(`status: ${type.uid} has no drafts; leave the option out.`);
  if (status !== undefined && stages && ![stages.working, stages.defaultValue()].includes(status))
    refuseInput(`status: "${status}" is unknown; write ${stages.working} or ${stages.defaultValue()}.`);
  return {
    ...(axis && locale !== undefined ? { [axis.name]: locale } : {}),
    ...(stages && status !== undefined ? { [stages.name]: status } : {}),
  };
}
