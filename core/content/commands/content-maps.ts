// The content model as the open interfaces ContentTypeMap, ComponentMap and OperatorMap. documents/typed-content.ts reads them.

import type { JsonSchema } from '../../kernel/check/check';
import { isPlainObject } from '../../kernel/check/checks';
import type { ScalarType } from '../attributes/attribute-type';
import type { ComparedKind, FilterOperator } from '../attributes/filter-operator';
import { compares, type Operators, operatorsOf } from '../attributes/operators/registry';
import { stagesOf } from '../model/compiled/axis-kind';
import type {
  AnyModel,
  Attribute,
  ContentType,
  ScalarAttribute,
  Schema,
} from '../model/compiled/content-type';
import type { ParamDefinition } from '../query/params';

export function contentMaps(
  { types, components, operators }: Schema,
  params: readonly ParamDefinition[],
): string {
  const models = [...types.values(), ...components.values()];
  /** Names of kinds, each with a type that it compares. */
  const kinds = new Map(models.flatMap(({ scalars }) => kindsIn(scalars, operators)));
  return [
    block(
      'export interface ContentTypeMap',
      [...types.values()].map((type) => typeEntry(type, operators)),
    ),
    block(
      'export interface ComponentMap',
      [...components.values()].map((component) =>
        block(`${quoted(component.uid)}:`, modelLines(component, operators)),
      ),
    ),
    block(
      'export interface ContentParamMap',
      params.map(({ name, openapi }) => `${key(name)}: ${typeOf(openapi)};\n`),
    ),
    block(
      'export interface OperatorMap',
      [...kinds]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, type]) =>
          block(
            `${key(kind)}:`,
            operatorsOf(type, operators).map(
              (operator) => `${operator.name}: ${quoted(formOf(operator))};\n`,
            ),
          ),
        ),
    ),
  ].join('\n');
}

const kindsIn = (scalars: AnyModel['scalars'], operators: Operators): [string, ScalarType][] =>
  [...scalars.values()].flatMap(({ type }): [string, ScalarType][] =>
    type.filter ? [[kindOf(type, type.filter.kind, operators), type]] : [],
  );

/** A type has a kind of its own when its operators are not those of all types of its kind. */
function kindOf(type: ScalarType, kind: ComparedKind, operators: Operators): string {
  const isUsual = [...operators.values()]
    .filter(({ on }) => on.includes(kind))
    .every((operator) => compares(operator, type) === (operator.types === undefined));
  return isUsual ? kind : `${kind} of ${type.name}`;
}

function typeEntry(type: ContentType, operators: Operators): string {
  const isSingle = type.kind === 'singleType';
  const lines = [`kind: ${quoted(isSingle ? 'single' : 'collection')};\n`];
  if (type.api) lines.push(`name: ${quoted(isSingle ? type.singularName : type.pluralName)};\n`);
  return block(`${quoted(type.uid)}:`, [...lines, ...modelLines(type, operators)]);
}

function modelLines(model: AnyModel, operators: Operators): string[] {
  const scalars = [...model.scalars.values()].filter(({ type }) => !type.secret);
  const attributes = [...model.attributes.values()];
  const parts = attributes.flatMap((attribute) => {
    const part = partOf(attribute);
    return part === null ? [] : [`${key(attribute.name)}: ${part};\n`];
  });
  const isPart = ({ kind }: Attribute): boolean => kind !== 'scalar' && kind !== 'waiting';
  const written = attributes.filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && attribute.writable,
  );
  const isStaged = model.model === 'type' && stagesOf(model) !== null;
  return [
    block(
      'fields:',
      scalars.map((scalar) => `${key(scalar.name)}: ${answerText(scalar)};\n`),
    ),
    block(
      'kinds:',
      scalars.flatMap(({ name, type }) =>
        type.filter ? [`${key(name)}: ${quoted(kindOf(type, type.filter.kind, operators))};\n`] : [],
      ),
    ),
    block(
      'input:',
      written.map((scalar) => `${key(scalar.name)}: ${typeText(scalar)};\n`),
    ),
    block('parts:', parts),
    `hidden: ${union([...attributes, ...scalars].filter(({ common }) => common.private).map(({ name }) => name))};\n`,
    `needed: ${union(isStaged ? [] : attributes.filter(isNeeded).map(({ name }) => name))};\n`,
    `readOnly: ${union(attributes.filter((attribute) => isPart(attribute) && !attribute.writable).map(({ name }) => name))};\n`,
  ];
}

/** A body must have it. Quire makes a missing `uid` itself. */
const isNeeded = (attribute: Attribute): boolean =>
  attribute.kind !== 'waiting' &&
  attribute.writable &&
  attribute.common.required &&
  attribute.common.default === undefined &&
  attribute.declaredType !== 'uid';

function partOf(attribute: Attribute): string | null {
  switch (attribute.kind) {
    case 'relation':
      return attribute.target === null
        ? `{ anyOf: keyof ContentTypeMap; many: ${attribute.many} }`
        : `{ to: ${quoted(attribute.target)}; many: ${attribute.many} }`;
    case 'component':
      return `{ component: ${quoted(attribute.component)}; many: ${attribute.repeatable} }`;
    case 'zone':
      return `{ zone: ${union(attribute.components)} }`;
    default:
      return null;
  }
}

function answerText(scalar: ScalarAttribute): string {
  if (scalar.name === 'id') return 'number';
  const text = typeText(scalar);
  const isFilled = scalar.common.required && scalar.type.nullable !== true;
  const isPresent = isFilled || isAlwaysSet(scalar) || text === 'unknown';
  return isPresent ? text : `${text} | null`;
}

const isAlwaysSet = ({ name, axis, system }: ScalarAttribute): boolean =>
  system && (axis !== undefined || ['documentId', 'createdAt', 'updatedAt'].includes(name));

const typeText = ({ type, options }: ScalarAttribute): string => typeOf(type.openapi(options));

/** JSON Schema → TypeScript, as far as attribute types use it. */
function typeOf(schema: unknown): string {
  if (!isPlainObject(schema)) return 'unknown';
  const { enum: values, oneOf, anyOf = oneOf, type, items, properties }: JsonSchema = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (Array.isArray(type)) return [...new Set(type.map((one) => typeOf({ type: one })))].join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(items)})[]`;
    case 'object':
      return isPlainObject(properties)
        ? objectText(properties, schema.required)
        : 'Readonly<Record<string, unknown>>';
    default:
      return 'unknown';
  }
}

function objectText(properties: Readonly<Record<string, unknown>>, required: unknown): string {
  const parts = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${key(name)}${Array.isArray(required) && required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${parts.join('; ')} }`;
}

/** The form of the value of the operator. */
function formOf(operator: FilterOperator): string {
  if (operator.takes === 'one') return operator.value;
  return operator.takes === 'none' ? 'flag' : operator.takes;
}

const block = (head: string, lines: readonly string[]): string => {
  const end = head.startsWith('export') ? '}\n' : '};\n';
  return lines.length === 0
    ? `${head} {${end}`
    : `${head} {\n${lines.join('').replace(/^(?=.)/gm, '  ')}${end}`;
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
const union = (names: readonly string[]): string =>
  names.length === 0 ? 'never' : [...new Set(names)].map(quoted).join(' | ');
