// Which header of a file fills which attribute: by the options `map`, `skip` and `key`, otherwise by its name.

import { check, refuseInput } from '../../../core';
import { type Column, type ColumnScope, columnOf, LONGEST_NAME } from './columns';
import { firstOf, shortened } from './report';

export interface TableOptions {
  /** Attribute or path → header. */
  readonly map: ReadonlyMap<string, string>;
  /** Headers that are not read. */
  readonly skip: readonly string[];
  /** An attribute that finds the documents that are updated; null: documentId, if the file has it. */
  readonly key: string | null;
}

export interface ColumnPlan {
  /** Header → its column. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The header whose cells find documents, with its attribute; null: all documents are new. */
  readonly key: { readonly header: string; readonly attribute: string } | null;
  readonly notes: readonly string[];
}

const REMEDY = 'The option map takes ATTRIBUTE=HEADER for other names; the option skip leaves headers out.';

export function planColumns(
  scope: ColumnScope,
  name: string,
  headers: readonly string[],
  { map, skip, key }: TableOptions,
): ColumnPlan {
  const mistakes: string[] = [];
  const columns = new Map<string, Column>();
  const managed: string[] = [];
  const pathOf = new Map([...map].map(([path, header]) => [header, path]));
  for (const header of [...map.values(), ...skip])
    if (!headers.includes(header)) {
      const near = header.length > LONGEST_NAME ? null : check.nearest(header, headers);
      mistakes.push(`${name} has no header "${shortened(header)}"${near ? `; did you mean "${near}"?` : ''}`);
    }
  for (const header of headers) {
    if (skip.includes(header)) continue;
    const column = columnOf(scope, pathOf.get(header) ?? header);
    const mistake = typeof column === 'string' ? column : mistakeOf(column, columns);
    if (mistake !== null) mistakes.push(mistake);
    else if (typeof column === 'string') continue;
    else if (isManaged(column)) managed.push(header);
    else columns.set(header, column);
  }
  const found = keyOf(columns, key);
  if (key !== null && !found)
    mistakes.push(
      `the key "${shortened(key)}" is no column of ${name}; it needs an attribute of ${scope.type.uid} without "." and "@"`,
    );
  if (mistakes.length > 0)
    refuseInput(`${name} does not fit ${scope.type.uid}:`, ...firstOf(mistakes), REMEDY);
  return {
    columns,
    key: found,
    notes: managed.length > 0 ? [`Not read, since each write sets them: ${managed.join(', ')}`] : [],
  };
}

function mistakeOf({ name, end, steps }: Column, before: ReadonlyMap<string, Column>): string | null {
  if ([...before.values()].some((each) => each.name === name)) return `two headers fill "${name}"`;
  const parent = [...before.values()].find(
    (each) => each.end.kind === 'json' && each.steps.every((step, at) => step === steps[at]),
  );
  if (parent) return `"${name}" is a part of "${parent.name}"; keep one of them`;
  if (end.kind !== 'link') return null;
  if (end.key === null)
    return `"${name}" goes beyond the linked document; name it by one of its attributes: "${steps.slice(0, end.depth).join('.')}.ATTRIBUTE"`;
  return end.relation.writable ? null : `"${name}" cannot be written`;
}

/** Values that each write sets: `id`, `createdAt`, `locale`. The documentId finds the document. */
const isManaged = ({ name, end }: Column): boolean =>
  end.kind === 'scalar' && name !== 'documentId' && (end.attribute.system || !end.attribute.writable);

function keyOf(columns: ReadonlyMap<string, Column>, key: string | null): ColumnPlan['key'] {
  const attribute = key ?? 'documentId';
  for (const [header, { name, end, steps, locale }] of columns)
    if (name === attribute && end.kind === 'scalar' && steps.length === 1 && locale === null)
      return { header, attribute };
  return null;
}
