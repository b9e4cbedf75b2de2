// A column of a file of one content type: `title`, `title@fr`, `seo.title`, `author.email`. The name is checked against the content type.

import {
  type AnyModel,
  type Attribute,
  type AxisDefinition,
  type ContentType,
  check,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  type Visibility,
} from '../../../core';
import { shortened } from './report';

export interface Column {
  readonly name: string;
  /** The value of the axis behind the `@`; null: that of the file. */
  readonly locale: string | null;
  /** Keys of the value in a read document. */
  readonly steps: readonly string[];
  readonly end: ColumnEnd;
}

export type ColumnEnd =
  | { readonly kind: 'scalar'; readonly attribute: ScalarAttribute }
  /** A component or a zone: one JSON value. */
  | { readonly kind: 'json'; readonly attribute: Attribute }
  /** Documents, each named by its value of `key`. `depth`: the steps to the relation. `key` null: the path goes further. */
  | {
      readonly kind: 'link';
      readonly relation: RelationAttribute;
      readonly depth: number;
      readonly key: string | null;
      /** A relation of the path leads to several documents. */
      readonly many: boolean;
    };

export interface ColumnScope {
  readonly schema: Schema;
  readonly type: ContentType;
  readonly visibility: Visibility;
}

/** Characters of a name. */
export const LONGEST_NAME = 200;
/** Steps of a path. */
const DEEPEST = 6;

/** The axis whose values stand behind the `@` of a column. */
export const suffixAxisOf = (type: ContentType): AxisDefinition | undefined =>
  type.axes.find(({ axis }) => axis.kind === 'parallel')?.axis;

/** Has the column one value for all locales? */
export const isOfDocument = ({ type }: ColumnScope, { name, steps }: Column): boolean =>
  name === 'documentId' ||
  type.axes.some(({ axis, shared }) => axis.kind === 'parallel' && shared.has(steps[0] ?? ''));

export const isJsonColumn = ({ end }: Column): boolean =>
  end.kind === 'json' ||
  (end.kind === 'scalar' && end.attribute.type.column(end.attribute.options).kind === 'json');

export function isReadable(visibility: Visibility, model: AnyModel, attribute: Attribute): boolean {
  if (attribute.kind === 'waiting' || (attribute.kind === 'scalar' && attribute.type.secret)) return false;
  const seesPrivate = visibility.seesPrivate === true || visibility.readsPrivate?.(model) === true;
  return (seesPrivate || !attribute.common.private) && visibility.readable(model, attribute);
}

/** A text: what is wrong with the name. */
export function columnOf(scope: ColumnScope, name: string): Column | string {
  if (name.length > LONGEST_NAME) return `"${shortened(name)}" has more than ${LONGEST_NAME} characters`;
  const at = name.lastIndexOf('@');
  const [path, locale] = at === -1 ? [name, null] : [name.slice(0, at), name.slice(at + 1)];
  const steps = path.split('.');
  if (steps.length > DEEPEST) return `"${name}" has more than ${DEEPEST} parts`;
  const end = endOf(scope, scope.type, steps, 0, null);
  if (typeof end === 'string') return end;
  if (locale === null) return { name, locale, steps, end };
  const axis = suffixAxisOf(scope.type);
  if (!axis || locale === '')
    return `"${name}": ${scope.type.uid} has no ${axis ? `${axis.name} ""` : 'locales'}; write ${path}`;
  const use = scope.type.axes.find((each) => each.axis === axis);
  if (use?.shared.has(steps[0] ?? ''))
    return `"${name}": ${steps[0]} has one value for each ${axis.name}; write ${path}`;
  return { name, locale, steps, end };
}

type Link = Extract<ColumnEnd, { readonly kind: 'link' }>;

function endOf(
  { schema, visibility, type }: ColumnScope,
  model: AnyModel,
  steps: readonly string[],
  at: number,
  link: Link | null,
): ColumnEnd | string {
  const step = steps[at] ?? '';
  const attribute = model.attributes.get(step) ?? model.scalars.get(step);
  const isLast = at === steps.length - 1;
  const scope = { schema, visibility, type };
  if (isLast && isPassword(visibility, model, attribute))
    return `"${steps.join('.')}" is a password, and tables have none; leave it out. An archive with --secrets has the hashes`;
  if (!attribute || attribute.kind === 'waiting' || !isReadable(visibility, model, attribute))
    return unknown(visibility, model, steps.slice(0, at + 1));
  const place = `"${steps.slice(0, at + 1).join('.')}"`;
  switch (attribute.kind) {
    case 'scalar':
      if (!isLast) return `${place} has no attributes`;
      return link ? { ...link, key: link.depth === at ? step : null } : { kind: 'scalar', attribute };
    case 'component': {
      const component = schema.components.get(attribute.component);
      if (isLast || !component) return jsonEnd(link, attribute);
      if (attribute.repeatable) return `${place} is a list; write it as one column, without "."`;
      return endOf(scope, component, steps, at + 1, link && { ...link, key: null });
    }
    case 'zone':
      return isLast ? jsonEnd(link, attribute) : `${place} is a list; write it as one column, without "."`;
    default: {
      const target = schema.types.get(attribute.target ?? '');
      if (!target) return `${place} links to several content types; leave it out`;
      if (!visibility.canRead(target)) return unknown(visibility, model, steps.slice(0, at + 1));
      const { many } = attribute;
      const own: Link = link
        ? { ...link, key: null, many: many || link.many }
        : { kind: 'link', relation: attribute, depth: at + 1, key: 'documentId', many };
      return isLast ? own : endOf(scope, target, steps, at + 1, own);
    }
  }
}

const isPassword = (visibility: Visibility, model: AnyModel, attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'scalar' &&
  attribute.type.secret === true &&
  !attribute.common.private &&
  visibility.readable(model, attribute);

const jsonEnd = (link: Link | null, attribute: Attribute): ColumnEnd =>
  link ? { ...link, key: null } : { kind: 'json', attribute };

function unknown(visibility: Visibility, model: AnyModel, steps: readonly string[]): string {
  const word = steps.at(-1) ?? '';
  const known = [...model.attributes.values(), ...model.scalars.values()].filter((each) =>
    isReadable(visibility, model, each),
  );
  const near = check.nearest(
    word,
    known.map(({ name }) => name),
  );
  const above = steps.slice(0, -1).map((each) => `${each}.`);
  return `"${steps.join('.')}": ${model.uid} has no attribute "${word}"${near ? `; did you mean "${[...above, near].join('')}"?` : ''}`;
}

/** The columns of an export that names none: the documentId, and each attribute that an import can write. */
export function allColumns(scope: ColumnScope): readonly Column[] {
  const { type, visibility } = scope;
  const names = [...type.attributes.values()]
    .filter((each) => each.writable && isReadable(visibility, type, each))
    .filter((each) => each.kind !== 'relation' || (each.holdsLinks && each.target !== null))
    .map(({ name }) => name);
  return ['documentId', ...names].flatMap((name) => {
    const column = columnOf(scope, name);
    return typeof column === 'string' ? [] : [column];
  });
}

/** Wrong names are returned together. */
export function columnsOf(
  scope: ColumnScope,
  names: readonly string[],
): { readonly columns: readonly Column[]; readonly mistakes: readonly string[] } {
  const columns: Column[] = [];
  const mistakes: string[] = [];
  for (const [at, name] of names.entries()) {
    if (names.indexOf(name) !== at) {
      mistakes.push(`"${name}" stands there twice`);
      continue;
    }
    const column = columnOf(scope, name);
    if (typeof column === 'string') mistakes.push(column);
    else columns.push(column);
  }
  return { columns, mistakes };
}
