// `indexes` of a schema file: names of attributes → columns.
//   "indexes": [{ "attributes": ["author", "createdAt"] }, { "name": "place", "attributes": ["street", "town"], "unique": true }]
import { pathToText } from '../../../kernel/check/check';
import { nearest } from '../../../kernel/check/checks';
import type { Mistake } from '../../../kernel/errors/startup-error';
import { pendingColumn } from '../compiled/axis-kind';
import { DOCUMENT_ID_COLUMN } from '../compiled/column-specs';
import { columnsOf, isColumnRelation } from '../compiled/columns';
import type { Attribute, DeclaredIndex, ScalarAttribute } from '../compiled/content-type';
import type { ParsedType } from '../read/parsed-model';
import type { IndexDefinition } from '../read/type-builder';

/** PostgreSQL's longest key has 2,704 bytes. Axis columns and the id take the rest. */
const LONGEST_KEY = 2_300;
const BYTES_OF_CHARACTER = 4;
const BYTES_OF_NUMBER = 8;

type Model = {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly scalars: ReadonlyMap<string, ScalarAttribute>;
};

/** Columns with the bytes of their longest value; a text: the reason against an index. */
type Place = { readonly columns: readonly string[]; readonly bytes: number } | string;

export function compileIndexes(
  type: ParsedType,
  attributes: Model['attributes'],
  scalars: Model['scalars'],
  mistakes: Mistake[],
): DeclaredIndex[] {
  const ofPlugins = type.indexes.map(({ columns, author }) => {
    refuseUnknown(columns, author, columnNames(type, attributes, scalars), mistakes);
    return { name: null, columns, unique: false, attributes: [] };
  });
  const ofFile: DeclaredIndex[] = [];
  (type.definition.indexes ?? []).forEach((definition, position) => {
    const refuse = (key: string, message: string): void => {
      const at = pathToText(['indexes', position, key]);
      // The check of the file may have reported this key, or an item of its list.
      const isReported = mistakes.some((other) => other.where === type.source && other.at?.startsWith(at));
      if (!isReported) mistakes.push({ where: type.source, at, message });
    };
    const index = compileIndex(definition, { attributes, scalars }, refuse);
    if (!index) return;
    if (ofFile.some((other) => identityOf(other) === identityOf(index)))
      refuse('name', 'another index of this file has the same name or the same attributes; remove one');
    else ofFile.push(index);
  });
  const declared = new Set(ofFile.map(({ columns }) => columns.join()));
  return [...ofPlugins.filter(({ columns }) => !declared.has(columns.join())), ...ofFile];
}

function columnNames(
  { axes }: ParsedType,
  attributes: Model['attributes'],
  scalars: Model['scalars'],
): readonly string[] {
  return [
    ...[...scalars.values()].filter(({ expression }) => !expression).map(({ column }) => column),
    ...[...attributes.values()].flatMap(columnsOf),
    ...axes.flatMap(({ axis }) => [axis.column, ...(axis.kind === 'stages' ? [pendingColumn(axis)] : [])]),
  ];
}

function refuseUnknown(
  columns: readonly string[],
  where: string,
  known: readonly string[],
  mistakes: Mistake[],
): void {
  for (const column of columns.filter((one) => !known.includes(one))) {
    const near = nearest(column, known);
    const remedy = near ? `; did you mean "${near}"?` : `; columns of the type: ${known.join(', ')}`;
    mistakes.push({
      where,
      message: `adds an index on the column "${column}", which does not exist${remedy}`,
    });
  }
}

const identityOf = ({ name, columns, unique }: DeclaredIndex): string =>
  `${name ?? columns.join()} ${unique}`;

/** null: the index has a mistake, or waits for an attribute of a disabled plugin. */
function compileIndex(
  { name, attributes, columns: spelledColumns, unique, type }: IndexDefinition,
  model: Model,
  refuse: (key: string, message: string) => void,
): DeclaredIndex | null {
  const key = attributes ? 'attributes' : 'columns';
  const names = attributes ?? spelledColumns ?? [];
  if (names.length === 0 || (attributes && spelledColumns)) {
    refuse(
      attributes || !spelledColumns ? 'attributes' : 'columns',
      'expected a list of names of attributes',
    );
    return null;
  }
  if (names.some((each) => model.attributes.get(each)?.kind === 'waiting')) return null;
  const columns = indexColumns(names, model);
  if (typeof columns !== 'string')
    return { name: name ?? null, columns, unique: unique === true || type === 'unique', attributes: names };
  refuse(key, columns);
  return null;
}

/** A text: the reason against an index of these attributes. */
export function indexColumns(names: readonly string[], model: Model): readonly string[] | string {
  const columns: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const place = placeOf(name, model);
    if (typeof place === 'string') return place;
    if (place.columns.some((column) => columns.includes(column)))
      return `"${name}" is listed twice; leave one of them out`;
    columns.push(...place.columns);
    bytes += place.bytes;
  }
  return bytes > LONGEST_KEY
    ? `the values of ${names.join(', ')} take up to ${bytes} bytes, and an index holds ${LONGEST_KEY}; leave out one of them`
    : columns;
}

function placeOf(name: string, { attributes, scalars }: Model): Place {
  const attribute =
    attributes.get(name) ??
    scalars.get(name) ??
    [...attributes.values(), ...scalars.values()].find((each) => 'column' in each && each.column === name);
  if (!attribute) {
    const near = nearest(name, [...attributes.keys(), ...scalars.keys()]);
    return `there is no attribute "${name}"${near ? `; did you mean "${near}"?` : ''}`;
  }
  if (attribute.kind === 'relation') {
    if (!isColumnRelation(attribute))
      return `the links of "${name}" are stored outside the row, with an index of their own; leave it out`;
    const { column, typeColumn } = attribute.storage;
    const columns = [column, ...(typeColumn ? [typeColumn] : [])];
    return { columns, bytes: columns.length * DOCUMENT_ID_COLUMN.length * BYTES_OF_CHARACTER };
  }
  if (attribute.kind !== 'scalar') return `"${name}" is stored as JSON, which has no index; leave it out`;
  if (attribute.expression) return `"${name}" is computed and has no column; leave it out`;
  const spec = attribute.type.column(attribute.options);
  if (spec.kind === 'text' || spec.kind === 'json')
    return `"${name}" holds text of any length, which has no index; leave it out, or use the type string`;
  const bytes = spec.kind === 'string' ? spec.length * BYTES_OF_CHARACTER : BYTES_OF_NUMBER;
  return { columns: [attribute.column], bytes };
}
