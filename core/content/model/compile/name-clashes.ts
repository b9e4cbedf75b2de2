// Finds equal names: attributes of a model, columns of a table, tables, API names of types.
import { pathToText } from '../../../kernel/check/check';
import type { Mistake } from '../../../kernel/errors/startup-error';
import { pendingColumn } from '../compiled/axis-kind';
import { columnsOf, isTableRelation } from '../compiled/columns';
import type { ContentType } from '../compiled/content-type';
import { toSnakeCase } from '../compiled/naming';
import type { Compilation, ParsedModel, ParsedType } from '../read/parsed-model';

const AUTHORS = ['createdBy', 'updatedBy'];
const RESERVED = ['id', 'documentId', 'createdAt', 'updatedAt', ...AUTHORS];
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** The prefix of system tables. */
const SYSTEM_TABLES = 'quire_';

export function checkAttributeNames(model: ParsedModel, mistakes: Mistake[]): void {
  const seen = new Map<string, string>();
  const added = model.model === 'type' ? addedNames(model) : new Map<string, string>();
  for (const name of model.definitions.keys()) {
    const complain = (message: string) =>
      mistakes.push({ where: model.source, at: pathToText(['attributes', name]), message });
    const other = seen.get(name.toLowerCase());
    if (!NAME.test(name))
      complain('expected a name of letters, digits and underscores that begins with a letter');
    else if (isReserved(model, name)) complain(`every document has a field named "${name}"; rename this one`);
    else if (added.has(name))
      complain(`"${name}" is the name of a field that ${added.get(name)} adds; rename this one`);
    else if (other) complain(`differs from "${other}" only in case; rename one of them`);
    seen.set(name.toLowerCase(), name);
  }
}

/** A plugin may add the authors of documents. */
const isReserved = (model: ParsedModel, name: string): boolean =>
  RESERVED.includes(name) && !(AUTHORS.includes(name) && model.model === 'type' && model.authors.has(name));

function addedNames(type: ParsedType): Map<string, string> {
  return new Map([
    ...type.tail.map(({ name, author }): [string, string] => [name, author]),
    ...type.siblings.map(({ name }): [string, string] => [name, 'a plugin']),
    ...type.axes.flatMap(({ axis }): [string, string][] =>
      axis.outputKey === undefined ? [] : [[axis.outputKey, `the axis "${axis.name}"`]],
    ),
  ]);
}

/** Two attributes whose columns have one name: `fooBar` and `foo_bar`, `author_doc` and a relation `author`. */
export function checkColumns(type: ContentType, mistakes: Mistake[]): void {
  const seen = new Map<string, string>();
  for (const { axis } of type.axes) {
    seen.set(axis.column, `the axis "${axis.name}"`);
    if (axis.kind === 'stages') seen.set(pendingColumn(axis), `the axis "${axis.name}"`);
  }
  const system = [...type.head, ...type.tail].filter((field) => !field.axis && !field.expression);
  for (const { column, name } of system) seen.set(column, `the field "${name}"`);
  for (const attribute of type.attributes.values()) {
    const at = pathToText(['attributes', attribute.name]);
    // One mistake per attribute is enough.
    if (mistakes.some((mistake) => mistake.where === type.source && mistake.at === at)) continue;
    for (const column of columnsOf(attribute)) {
      const other = seen.get(column);
      if (other)
        mistakes.push({
          where: type.source,
          at,
          message: `its column "${column}" is also that of ${other}; rename one of them`,
        });
      else seen.set(column, `the attribute "${attribute.name}"`);
    }
  }
}

export function checkTables(types: Iterable<ContentType>, mistakes: Mistake[]): void {
  const all = [...types];
  const seen = new Map<string, string>();
  const claim = (table: string, owner: string, where: string, at: string) => {
    if (table === '') return;
    const other = seen.get(table.toLowerCase());
    if (other)
      mistakes.push({
        where,
        at,
        message: `the table "${table}" is also that of ${other}; choose another name`,
      });
    else seen.set(table.toLowerCase(), owner);
  };
  for (const type of all) {
    if (type.table.toLowerCase().startsWith(SYSTEM_TABLES))
      mistakes.push({
        where: type.source,
        at: 'collectionName',
        message: `names that begin with "${SYSTEM_TABLES}" are reserved for system tables; choose another name`,
      });
    claim(type.table, type.uid, type.source, 'collectionName');
  }
  for (const type of all)
    for (const attribute of type.attributes.values())
      if (isTableRelation(attribute))
        claim(
          attribute.storage.table,
          `${type.uid}.${attribute.name}`,
          type.source,
          pathToText(['attributes', attribute.name]),
        );
}

/** Singular and plural names must differ among types with routes, and among the types of one plugin. */
export function checkApiNames({ types, mistakes }: Compilation): void {
  const seen = new Map<string, string>();
  for (const type of types.values()) {
    const space = type.api ? 'api' : (/^[^.]*/.exec(type.uid)?.[0] ?? '');
    const names = [
      ['singularName', type.singularName],
      ['pluralName', type.pluralName],
    ] as const;
    if (type.singularName === type.pluralName && type.singularName !== '') {
      mistakes.push({
        where: type.source,
        at: 'info.pluralName',
        message: `expected a name other than singularName ("${type.singularName}")`,
      });
      continue;
    }
    for (const [key, name] of names) {
      if (name === '') continue;
      const other = seen.get(`${space} ${toSnakeCase(name)}`);
      if (other)
        mistakes.push({
          where: type.source,
          at: `info.${key}`,
          message: `"${name}" is already a name of ${other}; choose another`,
        });
      else seen.set(`${space} ${toSnakeCase(name)}`, type.uid);
    }
  }
}
