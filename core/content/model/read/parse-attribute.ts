// Parses one attribute of a definition: finds its type, checks its options and its default.

import { columnSpecCheck } from '../../../database/table-check';
import { type DisabledPlugins, needsPlugin } from '../../../kernel/app/absent-plugins';
import { type Check, type Issue, type Path, pathToText, runCheck } from '../../../kernel/check/check';
import { isPlainObject, nearest, unknownKey } from '../../../kernel/check/checks';
import { authorName } from '../../../kernel/registry/author-name';
import type {
  AttributeDefinition,
  AttributeType,
  CommonOptions,
  ScalarType,
} from '../../attributes/attribute-type';
import { componentType } from '../../attributes/component';
import { zoneType } from '../../attributes/dynamiczone';
import type { AttributeRegistry } from '../../attributes/registry';
import { relationType } from '../../attributes/relation';
import { type CustomFields, customFieldMistake, customFieldRemedy, typeOfCustomField } from './custom-fields';
import { commonCheck, commonShape } from './definition-checks';
import type { ParsedAttribute } from './parsed-model';
import { IGNORED_ATTRIBUTE_KEYS, ineffectiveKeys, WARNED_ATTRIBUTE_KEYS } from './peer-schema-keys';

export interface AttributeContext {
  readonly registry: AttributeRegistry;
  readonly livePlugins: ReadonlySet<string>;
  readonly disabledPlugins: DisabledPlugins;
  /** Those of the configuration. */
  readonly customFields: CustomFields;
  readonly issues: Issue[];
  readonly warnings: Issue[];
}

const WITHOUT_EFFECT: readonly string[] = [...IGNORED_ATTRIBUTE_KEYS, ...Object.keys(WARNED_ATTRIBUTE_KEYS)];

/** Kinds of columns whose values have letter case. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text']);

const noSearch = (type: string): string => `the type ${type} cannot have a search index; remove the key`;

/** The lowered type that a definition names, with its checked options. */
interface Declared {
  readonly type: string;
  readonly typeName: string;
  readonly options: unknown;
}

/** Returns null after a mistake without a usable result. */
export function parseAttribute(
  name: string,
  definition: AttributeDefinition,
  context: AttributeContext,
  declared?: Declared,
): ParsedAttribute | null {
  const path = ['attributes', name];
  const found = findType(definition, path, context);
  if (!found) return null;
  if ('readAs' in found) return parseReadAs(name, definition, found.readAs, context);
  const common = parseCommon(definition, path, context);
  const base = {
    name,
    declaredType: declared?.type ?? definition.type,
    typeName: declared?.typeName ?? ('type' in found ? found.type.name : definition.type),
    declaredOptions: declared?.options,
    definition,
    common: common.options,
    writable: common.writable,
  };
  if ('waitsFor' in found) {
    const reason = needsPlugin(found.waitsFor, context.disabledPlugins);
    const { customField } = definition;
    const remedy = typeof customField === 'string' ? `, ${customFieldRemedy(customField)}` : '';
    return { ...base, kind: 'waiting', reason: reason + remedy };
  }

  const { type } = found;
  switch (type.kind) {
    case 'lowered': {
      const options = parseOptions(type, definition, common.options, path, context);
      if (!options) return null;
      const lowered = {
        ...pickCommon(definition),
        ...type.lower(Object.assign({}, options.value, common.options)),
      };
      return parseAttribute(name, lowered, context, {
        type: base.declaredType,
        typeName: base.typeName,
        options: declared?.options ?? options.value,
      });
    }
    case 'relation': {
      const options = parseOptions(relationType, definition, common.options, path, context);
      if (!options) return null;
      const plugin = absentPlugin(options.value.target, context.livePlugins);
      if (plugin) return { ...base, kind: 'waiting', reason: needsPlugin(plugin, context.disabledPlugins) };
      return { ...base, kind: 'relation', options: options.value };
    }
    case 'component': {
      const options = parseOptions(componentType, definition, common.options, path, context);
      return options && { ...base, kind: 'component', options: options.value };
    }
    case 'dynamiczone': {
      const options = parseOptions(zoneType, definition, common.options, path, context);
      return options && { ...base, kind: 'zone', options: options.value };
    }
    case 'scalar': {
      const options = parseOptions(type, definition, common.options, path, context);
      if (!options || !hasColumn(type, options.value, [...path, 'type'], context)) return null;
      if (common.options.unique === 'ignore-case' && !TEXTS.has(type.column(options.value).kind))
        context.issues.push({
          path: [...path, 'unique'],
          message: `values of the type ${type.name} have no letter case to ignore; write true`,
        });
      if (
        common.options.search &&
        !(TEXTS.has(type.column(options.value).kind) && type.filter?.kind === 'text')
      )
        context.issues.push({ path: [...path, 'search'], message: noSearch(type.name) });
      checkDefault(type, options.value, common.options.default, [...path, 'default'], context.issues);
      const searched = common.searchable ? type : { ...type, searchable: false };
      return { ...base, kind: 'scalar', type: searched, options: options.value };
    }
  }
}

/** A custom field of an unknown plugin, as an attribute of this type. Other keys are settings of its input in an admin panel. */
function parseReadAs(
  name: string,
  definition: AttributeDefinition,
  type: AttributeType,
  context: AttributeContext,
): ParsedAttribute | null {
  const keys = 'options' in type ? (optionKeys(type as TypeWithOptions<unknown>) ?? []) : [];
  const kept = Object.entries(definition).filter(
    ([key]) => keys.includes(key) || Object.hasOwn(commonShape, key),
  );
  const read = { ...Object.fromEntries(kept), type: type.name };
  const typeName = String(definition.customField);
  return parseAttribute(name, read, context, { type: definition.type, typeName, options: undefined });
}

function hasColumn(
  type: ScalarType<unknown>,
  options: unknown,
  path: Path,
  { registry, issues }: AttributeContext,
): boolean {
  const wrong = runCheck(columnSpecCheck, type.column(options)).issues;
  const author = authorName(registry.entry(type.name)?.plugin ?? 'core');
  for (const { path: place, message } of wrong)
    issues.push({
      path,
      message: `column() of the type "${type.name}" of ${author} returned a wrong column: ${pathToText(place)}: ${message}`,
    });
  return wrong.length === 0;
}

/** The keys of the type's options. Null: the type accepts any key. */
function optionKeys({ options }: TypeWithOptions<unknown>): readonly string[] | null {
  const { properties } = options.schema;
  return isPlainObject(properties) ? Object.keys(properties) : null;
}

type Found =
  | { readonly type: AttributeType }
  | { readonly readAs: AttributeType }
  | { readonly waitsFor: string };

function findType(
  definition: AttributeDefinition,
  path: Path,
  { registry, livePlugins, disabledPlugins, customFields, issues }: AttributeContext,
): Found | null {
  const isCustom = definition.type === 'customField';
  const name = isCustom ? definition.customField : definition.type;
  const at = [...path, isCustom ? 'customField' : 'type'];
  if (typeof name !== 'string') {
    const expected = isCustom ? 'the name of a custom field' : `one of ${registry.names().join(', ')}`;
    issues.push({
      path: at,
      message: name === undefined ? `is required and missing: ${expected}` : `expected ${expected}`,
    });
    return null;
  }
  const type = registry.get(name);
  if (type) return { type };
  const provider = disabledPlugins.providerOf('attributes', name);
  const readAs = isCustom && provider === undefined ? typeOfCustomField(name, customFields) : undefined;
  if (readAs !== undefined) {
    const message = customFieldMistake(name, readAs, registry);
    const lowered = registry.get(readAs);
    if (message === null && lowered) return { readAs: lowered };
    issues.push({ path: at, message: message ?? '', value: name });
    return null;
  }
  const plugin = provider ?? absentPlugin(name, livePlugins);
  if (plugin !== null) return { waitsFor: plugin };
  const near = nearest(name, registry.names());
  issues.push({
    path: at,
    message: `unknown type "${name}"${near ? `; did you mean "${near}"?` : `; known types: ${registry.names().join(', ')}`}`,
    value: name,
  });
  return null;
}

/** The disabled plugin of a uid such as `plugin::users-permissions.user` or `admin::user`. */
function absentPlugin(uid: string | undefined, live: ReadonlySet<string>): string | null {
  const plugin = /^plugin::([^.]+)\./.exec(uid ?? '')?.[1] ?? /^(admin)::/.exec(uid ?? '')?.[1];
  return plugin && !live.has(plugin) ? plugin : null;
}

function parseCommon(definition: AttributeDefinition, path: Path, context: AttributeContext) {
  const { writable, searchable, ...options } = commonCheck.parse(
    pickCommon(definition),
    path,
    context.issues,
  );
  for (const { key, message } of ineffectiveKeys(definition, WARNED_ATTRIBUTE_KEYS))
    context.warnings.push({ path: [...path, key], message });
  return { writable, searchable, options };
}

const pickCommon = (definition: AttributeDefinition): Record<string, unknown> =>
  Object.fromEntries(Object.entries(definition).filter(([key]) => Object.hasOwn(commonShape, key)));

interface TypeWithOptions<O> {
  readonly kind: AttributeType['kind'];
  readonly name: string;
  readonly options: Check<O>;
  checkOptions?(options: O & CommonOptions): readonly Issue[];
}

/** Returns null after a mistake in the options. */
function parseOptions<O>(
  type: TypeWithOptions<O>,
  definition: AttributeDefinition,
  common: CommonOptions,
  path: Path,
  { issues }: AttributeContext,
): { readonly value: O } | null {
  const before = issues.length;
  const known = optionKeys(type);
  const elsewhere = new Set(['type', 'customField', ...Object.keys(commonShape), ...WITHOUT_EFFECT]);
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(definition)) {
    if (known ? known.includes(key) : !elsewhere.has(key)) own[key] = value;
    else if (!elsewhere.has(key))
      issues.push({
        path: [...path, key],
        message: unknownKey(key, [...(known ?? []), ...Object.keys(commonShape)]),
        value,
      });
  }
  for (const rule of RULES)
    if (rule.breaks(type, common)) issues.push({ path: [...path, rule.option], message: rule.message(type) });
  const value = type.options.parse(own, path, issues);
  if (issues.length > before) return null;
  for (const issue of type.checkOptions?.(Object.assign({}, value, common)) ?? [])
    issues.push({ ...issue, path: [...path, ...issue.path] });
  return issues.length > before ? null : { value };
}

const RULES: readonly {
  readonly option: keyof CommonOptions;
  breaks(type: TypeWithOptions<unknown>, common: CommonOptions): boolean;
  message(type: TypeWithOptions<unknown>): string;
}[] = [
  {
    option: 'unique',
    breaks: (type, common) => common.unique !== false && type.kind !== 'scalar' && type.kind !== 'lowered',
    message: (type) => `a ${type.name} cannot be unique; remove it`,
  },
  {
    option: 'uniqueWith',
    breaks: (_type, common) => common.uniqueWith !== undefined && common.unique === false,
    message: () => 'needs "unique" beside it; add it, or remove "uniqueWith"',
  },
  {
    option: 'default',
    breaks: (type, common) =>
      common.default !== undefined &&
      common.default !== null &&
      type.kind !== 'scalar' &&
      type.kind !== 'lowered',
    message: (type) => `a ${type.name} has no default; remove it`,
  },
  {
    option: 'search',
    breaks: (type, common) => common.search && type.kind !== 'scalar' && type.kind !== 'lowered',
    message: (type) => noSearch(type.name),
  },
];

/** A default is checked as a value. */
function checkDefault(
  type: ScalarType<unknown>,
  options: unknown,
  value: unknown,
  path: Path,
  issues: Issue[],
): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'function') {
    const message =
      'a default is a value, and this is a function; call action.set(…) in the hook documents.prepare instead';
    issues.push({ path, message });
    return;
  }
  const at = { path: ['default'], issues: [], strictness: 'complete' as const };
  const own: Issue[] = at.issues;
  const stored = type.parse(value, options, at);
  if (own.length === 0 && stored !== null) type.check(stored, options, at);
  for (const issue of own) issues.push({ ...issue, path: [...path, ...issue.path.slice(1)] });
}
