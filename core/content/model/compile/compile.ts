// Compiles definitions to a Schema, or throws one error with all mistakes. `compileSchema` is the order of the steps.

import { type DisabledPlugins, noDisabledPlugins } from '../../../kernel/app/absent-plugins';
import type { Issue } from '../../../kernel/check/check';
import { pathToText } from '../../../kernel/check/check';
import { nearest } from '../../../kernel/check/checks';
import { type Mistake, StartupError } from '../../../kernel/errors/startup-error';
import { BUILT_IN_OPERATORS, type Operators } from '../../attributes/operators/registry';
import type { AttributeRegistry } from '../../attributes/registry';
import type { AxisUse } from '../compiled/axis';
import type {
  Attribute,
  Component,
  ContentType,
  ScalarAttribute,
  Schema,
  WaitingAttribute,
} from '../compiled/content-type';
import { columnName } from '../compiled/naming';
import { typeTest } from '../compiled/type-test';
import { createTypeBuilder } from '../read/build-type';
import { type CollectorOf, collectDefinitions } from '../read/collect-definitions';
import type { CustomFields } from '../read/custom-fields';
import type { LoadedDefinitions } from '../read/load';
import { parseAttribute } from '../read/parse-attribute';
import type { Compilation, ParsedAttribute, ParsedModel, ParsedType } from '../read/parsed-model';
import type { TypeBuilder } from '../read/type-builder';
import { warnOfUnknownOptions } from '../read/unknown-options';
import { checkUniqueWith } from './check-unique-with';
import { checkComponentUse } from './component-use';
import { compileIndexes } from './declared-indexes';
import { checkApiNames, checkAttributeNames, checkColumns, checkTables } from './name-clashes';
import { compileRelation, siblingsOf } from './relations';
import { compileScopes } from './scopes';
import { entryId, headOf, tailOf } from './system-scalars';

export interface SchemaInput {
  readonly definitions: LoadedDefinitions;
  readonly registry: AttributeRegistry;
  /** Absent: the built-in ones. */
  readonly operators?: Operators;
  readonly hooks?: {
    collect?(collectorOf: CollectorOf): void;
    contentType?(type: TypeBuilder): void;
  };
  /** Names of the enabled plugins. */
  readonly livePlugins: ReadonlySet<string>;
  /** Absent: no built-in plugin is disabled. */
  readonly disabledPlugins?: DisabledPlugins;
  /** `customFields` of config/api. */
  readonly customFields?: CustomFields;
}

export function compileSchema(input: SchemaInput): Schema {
  const { definitions, registry, hooks, disabledPlugins = noDisabledPlugins } = input;
  const { operators = BUILT_IN_OPERATORS } = input;
  const all = collectDefinitions(definitions, (collectorOf) => hooks?.collect?.(collectorOf));
  // Plugins change all types before relations are compiled: the pins of a relation depend on the axes of its target.
  for (const type of all.types.values()) hooks?.contentType?.(createTypeBuilder(type, all.mistakes));
  for (const model of modelsOf(all)) {
    checkAttributeNames(model, all.mistakes);
    parseAttributes(model, input, all);
  }
  checkApiNames(all);
  checkComponentUse(all);

  const types = new Map([...all.types].map(([uid, type]) => [uid, compileType(type, registry, all)]));
  const components = new Map(
    [...all.components].map(([uid, component]) => [uid, compileComponent(component, all)]),
  );
  for (const type of types.values()) checkColumns(type, all.mistakes);
  checkTables(types.values(), all.mistakes);
  warnOfUnknownOptions(all, disabledPlugins);

  if (all.mistakes.length > 0) {
    const count = all.mistakes.length === 1 ? 'a mistake' : `${all.mistakes.length} mistakes`;
    throw new StartupError(`The content model has ${count}:`, mistakesByAuthor(all));
  }
  const waiting = [...types.values(), ...components.values()].flatMap((model) =>
    [...model.attributes.values()].filter(
      (attribute): attribute is WaitingAttribute => attribute.kind === 'waiting',
    ),
  );
  return freeze({ types, components, operators, waiting, warnings: all.warnings });
}

/** Mistakes of attributes that plugins added name the plugin and the hook, not the file of the type. */
function mistakesByAuthor(all: Compilation): Mistake[] {
  const authors = new Map(modelsOf(all).map((model) => [model.source, model.authors]));
  return all.mistakes.map((mistake) => {
    const [, name = ''] = /^attributes\.([^.[]+)/.exec(mistake.at ?? '') ?? [];
    return { ...mistake, where: authors.get(mistake.where)?.get(name)?.place ?? mistake.where };
  });
}

const modelsOf = (all: Compilation): ParsedModel[] => [...all.types.values(), ...all.components.values()];

function parseAttributes(
  model: ParsedModel,
  { registry, livePlugins, disabledPlugins = noDisabledPlugins, customFields = {} }: SchemaInput,
  all: Compilation,
): void {
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  const hidden = privateNames(model, issues);
  for (const [name, definition] of model.definitions) {
    const attribute = parseAttribute(name, definition, {
      registry,
      livePlugins,
      disabledPlugins,
      customFields,
      issues,
      warnings,
    });
    if (!attribute) continue;
    const common = hidden.includes(name) ? { ...attribute.common, private: true } : attribute.common;
    model.attributes.set(name, { ...attribute, common });
  }
  checkUidTargets(model, issues);
  checkUniqueWith(model, issues);
  const placed = ({ path, message }: Issue) => ({ where: model.source, at: pathToText(path), message });
  all.mistakes.push(...issues.map(placed));
  all.warnings.push(...warnings.map(placed));
}

/** `options.privateAttributes`: like `private` on each attribute; may also name system fields such as `createdAt`. */
function privateNames(model: ParsedModel, issues: Issue[]): readonly string[] {
  const names = model.options.privateAttributes;
  if (names === undefined) return [];
  if (Array.isArray(names) && names.every((name): name is string => typeof name === 'string')) return names;
  issues.push({ path: ['options', 'privateAttributes'], message: 'expected a list of names of attributes' });
  return [];
}

function checkUidTargets(model: ParsedModel, issues: Issue[]): void {
  for (const { name, definition, declaredType } of model.attributes.values()) {
    if (declaredType !== 'uid' || typeof definition.targetField !== 'string') continue;
    const path = ['attributes', name, 'targetField'];
    const target = model.attributes.get(definition.targetField);
    if (target && (target.kind !== 'scalar' || target.type.secret))
      issues.push({
        path,
        message: `expected an attribute that holds text, but ${target.name} is a ${target.declaredType}`,
      });
    else if (!target && !model.definitions.has(definition.targetField)) {
      const near = nearest(definition.targetField, [...model.definitions.keys()]);
      issues.push({
        path,
        message: `there is no attribute "${definition.targetField}"${near ? `; did you mean "${near}"?` : ''}`,
      });
    }
  }
}

function compileType(type: ParsedType, registry: AttributeRegistry, all: Compilation): ContentType {
  const attributes = compileAttributes(type, all);
  for (const { name, axis } of type.siblings) attributes.set(name, siblingsOf(type.uid, name, axis));
  const head = headOf(type);
  const tail = tailOf(type, registry, all);
  const scalars = byName([...head, ...scalarsOf(attributes), ...tail]);
  const axes = type.axes.map(({ axis, isShared, plugin }): AxisUse => {
    const shared = [...type.definitions].filter(([name, definition]) => isShared(name, definition));
    return { axis, shared: new Set(shared.map(([name]) => name)), plugin };
  });
  return {
    model: 'type',
    uid: type.uid,
    displayName: type.displayName,
    attributes,
    source: type.source,
    pluginOptions: type.pluginOptions,
    kind: type.kind,
    ...(type.renamedFrom === undefined ? {} : { renamedFrom: type.renamedFrom }),
    singularName: type.singularName,
    pluralName: type.pluralName,
    collectionName: type.collectionName,
    table: type.table,
    options: type.options,
    api: type.api,
    axes,
    head,
    tail,
    scalars,
    brought: new Map([...type.authors].map(([name, { plugin }]) => [name, plugin])),
    indexes: compileIndexes(type, attributes, scalars, all.mistakes),
    scopes: compileScopes(type, { attributes, axes }, all.mistakes),
  };
}

function compileComponent(
  component: ParsedModel & { readonly model: 'component' },
  all: Compilation,
): Component {
  const attributes = compileAttributes(component, all);
  return {
    model: 'component',
    uid: component.uid,
    displayName: component.displayName,
    ...(component.renamedFrom === undefined ? {} : { renamedFrom: component.renamedFrom }),
    attributes,
    source: component.source,
    pluginOptions: component.pluginOptions,
    category: component.category,
    scalars: byName([entryId(component), ...scalarsOf(attributes)]),
  };
}

function compileAttributes(model: ParsedModel, all: Compilation): Map<string, Attribute> {
  const compiled = [...model.attributes.values()].flatMap(
    (attribute) => compileAttribute(model, attribute, all) ?? [],
  );
  return new Map(compiled.map((attribute) => [attribute.name, attribute]));
}

function compileAttribute(
  model: ParsedModel,
  attribute: ParsedAttribute,
  all: Compilation,
): Attribute | null {
  const { name, declaredType, declaredOptions, common, writable } = attribute;
  const is = typeTest(declaredType, attribute.typeName);
  const base = { name, owner: model.uid, declaredType, is, declaredOptions, common, writable };
  const column = model.model === 'component' ? name : columnName(name);
  switch (attribute.kind) {
    case 'scalar': {
      const { type, options } = attribute;
      const unique = common.unique || type.alwaysUnique === true;
      const { uniqueWith } = common;
      const shared = uniqueWith === undefined ? {} : { uniqueWith };
      return { ...base, kind: 'scalar', type, options, column, unique, ...shared, system: false };
    }
    case 'relation':
      return compileRelation(model, attribute, all, (option, message) => {
        all.mistakes.push({ where: model.source, at: pathToText(['attributes', name, option]), message });
      });
    case 'component': {
      const { component, repeatable, min = null, max = null, fieldsFrom } = attribute.options;
      return { ...base, kind: 'component', component, repeatable, column, min, max, fieldsFrom };
    }
    case 'zone': {
      const { components, min = null, max = null } = attribute.options;
      return { ...base, kind: 'zone', components, column, min, max };
    }
    case 'waiting':
      return { ...base, kind: 'waiting', reason: attribute.reason };
  }
}

const scalarsOf = (attributes: ReadonlyMap<string, Attribute>): ScalarAttribute[] =>
  [...attributes.values()].filter((attribute): attribute is ScalarAttribute => attribute.kind === 'scalar');

const byName = (scalars: readonly ScalarAttribute[]): Map<string, ScalarAttribute> =>
  new Map(scalars.map((scalar) => [scalar.name, scalar]));

/** Freezes models and attributes, but not their options and types, which belong to plugins. */
function freeze(schema: Schema): Schema {
  for (const model of [...schema.types.values(), ...schema.components.values()]) {
    for (const attribute of model.attributes.values()) Object.freeze(attribute);
    for (const scalar of model.scalars.values()) Object.freeze(scalar);
    Object.freeze(model);
  }
  return Object.freeze(schema);
}
