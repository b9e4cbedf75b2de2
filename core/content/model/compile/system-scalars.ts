// The fields of every document besides its attributes. Before them: `id`, `documentId`. After them: timestamps, fields of
// plugins, axis values.

import type { Stored } from '../../../database/sql-dialect';
import * as check from '../../../kernel/check/checks';
import type { CommonOptions, ScalarType } from '../../attributes/attribute-type';
import { datetimeType } from '../../attributes/datetime';
import { textFromJson, textToJson, textType } from '../../attributes/families/text';
import type { AttributeRegistry } from '../../attributes/registry';
import { documentIdType, idType } from '../../attributes/system';
import { type AxisDefinition, axisValueToStored } from '../compiled/axis';
import type { ScalarAttribute } from '../compiled/content-type';
import { columnName } from '../compiled/naming';
import { typeTest } from '../compiled/type-test';
import type { Compilation, ParsedComponent, ParsedType, TailField } from '../read/parsed-model';

export function headOf(type: ParsedType): ScalarAttribute[] {
  return [
    systemScalar(type.uid, 'id', idType, {}, 'id', isHidden(type, 'id')),
    systemScalar(type.uid, 'documentId', documentIdType, {}, 'document_id', isHidden(type, 'documentId')),
  ];
}

/** An entry's `id`: a key of its JSON like any other. */
export const entryId = (component: ParsedComponent): ScalarAttribute =>
  systemScalar(component.uid, 'id', idType, {}, 'id', false);

export function tailOf(
  type: ParsedType,
  registry: AttributeRegistry,
  { mistakes }: Compilation,
): ScalarAttribute[] {
  const timestamps = ['createdAt', 'updatedAt'].map((name) =>
    systemScalar(type.uid, name, datetimeType, {}, columnName(name), isHidden(type, name)),
  );
  const added = type.tail.flatMap((field) => {
    const scalar = tailScalar(type, field, registry);
    if (!scalar)
      mistakes.push({
        where: field.author,
        message: `adds the field "${field.name}" of the unknown type "${field.type}"`,
      });
    return scalar ? [scalar] : [];
  });
  const axes = type.axes.flatMap(({ axis }) =>
    axis.outputKey === undefined
      ? []
      : [
          {
            ...systemScalar(
              type.uid,
              axis.outputKey,
              axisType(axis),
              {},
              axis.column,
              isHidden(type, axis.outputKey),
            ),
            axis: axis.name,
          },
        ],
  );
  return [...timestamps, ...added, ...axes];
}

function tailScalar(type: ParsedType, field: TailField, registry: AttributeRegistry): ScalarAttribute | null {
  const attributeType = registry.get(field.type);
  if (attributeType?.kind !== 'scalar') return null;
  const options = attributeType.options.parse({}, [], []);
  const column = field.column ?? columnName(field.name);
  const scalar = systemScalar(
    type.uid,
    field.name,
    attributeType,
    options,
    column,
    isHidden(type, field.name),
  );
  return field.expression ? { ...scalar, expression: field.expression } : scalar;
}

const isHidden = (type: ParsedType, name: string): boolean =>
  Array.isArray(type.options.privateAttributes) && type.options.privateAttributes.includes(name);

function systemScalar<O>(
  owner: string,
  name: string,
  type: ScalarType<O>,
  options: O,
  column: string,
  isPrivate: boolean,
): ScalarAttribute {
  const common: CommonOptions = {
    required: false,
    private: isPrivate,
    unique: false,
    configurable: false,
    search: false,
    pluginOptions: {},
  };
  return {
    kind: 'scalar',
    name,
    owner,
    declaredType: type.name,
    is: typeTest(type.name),
    common,
    writable: false,
    type: type as ScalarType<unknown>,
    options,
    column,
    unique: false,
    system: true,
  };
}

/** The value of an axis as an attribute. For an enum axis, the SQL maps the stored index to its value. */
function axisType(axis: AxisDefinition): ScalarType<unknown> {
  if (axis.store.kind === 'text')
    return {
      ...textType({ name: 'string', limit: axis.store.length }),
      searchable: false,
    } as ScalarType<unknown>;
  const { values } = axis.store;
  const column = { kind: 'small' } as const;
  const cases = values.map((value, index) => `WHEN ${index} THEN '${value.replaceAll("'", "''")}'`).join(' ');
  const toValue = (stored: Stored): string | null =>
    typeof stored === 'number' ? (values[stored] ?? null) : null;
  return {
    kind: 'scalar',
    name: 'enumeration',
    options: check.object({}),
    column: () => column,
    parse: (input) => axisValueToStored(axis, String(input)),
    check: () => undefined,
    json: (expr, dialect) => dialect.json('string', `CASE ${expr} ${cases} END`),
    toJson: (value) => textToJson(toValue(value)),
    fromJson: (value) => axisValueToStored(axis, textFromJson(value) ?? ''),
    entry: (object, key, dialect) => dialect.entryValue(object, key, column),
    filter: {
      kind: 'choice',
      parse: (raw) => ({ value: axisValueToStored(axis, String(raw)) }),
    },
    sortable: true,
    aggregates: ['groupBy'],
    graphql: { output: 'String', input: 'String', filter: 'StringFilterInput' },
    openapi: () => ({ type: 'string', enum: values }),
  };
}
