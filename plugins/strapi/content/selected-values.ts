// `select` of `strapi.db.query`: rows with these values and the populated ones, as in Strapi. The read itself needs more keys.
import { check } from '../../../core';
import type { Params } from './document-params';

/** The options of a query, and of an entry of its `populate`. */
export function selectedValues<T>(row: T, { select, populate }: Params): T {
  if (typeof row !== 'object' || row === null) return row;
  const populated = namesIn(populate);
  const selected = select === undefined || select === null ? ['*'] : namesIn(select);
  const isWhole = selected.includes('*') || populated.includes('*');
  // Strapi needs the id of a row to populate it.
  const names = new Set(['__component', '__type', ...selected, ...populated]);
  if (populated.length > 0) names.add('id');
  // Users have a value that copies do not have.
  const members = Object.entries(Object.getOwnPropertyDescriptors(row)).flatMap(([name, member]) => {
    if (!isWhole && !names.has(name)) return [];
    const options = check.isPlainObject(populate) ? populate[name] : undefined;
    if (!check.isPlainObject(options)) return [[name, member]];
    const value = Array.isArray(member.value)
      ? member.value.map((one) => selectedValues(one, optionsFor(one, options)))
      : selectedValues(member.value, optionsFor(member.value, options));
    return [[name, { ...member, value }]];
  });
  return Object.create(Object.getPrototypeOf(row), Object.fromEntries(members));
}

/** Of an entry of a zone: `on` has the options of its component. */
function optionsFor(entry: unknown, options: Params): Params {
  if (!check.isPlainObject(options.on) || !check.isPlainObject(entry)) return options;
  const own = options.on[String(entry.__component ?? entry.__type)];
  return check.isPlainObject(own) ? own : {};
}

/** `['title', 'author.name']`, `'title,author'`, `{ author: true }`; `true` means all. */
export function namesIn(words: unknown): readonly string[] {
  if (words === true) return ['*'];
  if (check.isPlainObject(words)) return Object.keys(words).filter((name) => words[name] !== false);
  const list = Array.isArray(words) ? words : typeof words === 'string' ? words.split(',') : [];
  return list.map((name) => String(name).trim().split('.')[0] ?? '');
}
