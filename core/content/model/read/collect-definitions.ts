// Collects the definitions of files and plugins. It checks their keys, allows one per uid, and applies additions of plugins.

import { type Check, type Issue, pathToText } from '../../../kernel/check/check';
import { isPlainObject, nearest } from '../../../kernel/check/checks';
import type { Mistake } from '../../../kernel/errors/startup-error';
import type { AttributeDefinition } from '../../attributes/attribute-type';
import { tableName, toSnakeCase } from '../compiled/naming';
import { componentCheck, contentTypeCheck } from './definition-checks';
import type { LoadedDefinitions, LoadedFile } from './load';
import type { Author, Compilation, ParsedType } from './parsed-model';
import {
  IGNORED_FILE_KEYS,
  ineffectiveKeys,
  type Remedies,
  WARNED_COMPONENT_KEYS,
  WARNED_FILE_KEYS,
} from './peer-schema-keys';
import type { ContentTypeDefinition, SchemaCollector } from './type-builder';

/** The collector of one plugin. */
export type CollectorOf = (plugin: string) => SchemaCollector;

interface Given extends LoadedFile {
  readonly api: boolean;
}

export function collectDefinitions(
  loaded: LoadedDefinitions,
  collect: ((collectorOf: CollectorOf) => void) | undefined,
): Compilation {
  const result: Compilation = {
    types: new Map(),
    components: new Map(),
    broken: new Set(loaded.unreadable),
    mistakes: [...loaded.mistakes],
    warnings: [],
  };
  const types: Given[] = loaded.types.map((file) => ({ ...file, api: true }));
  const components: Given[] = loaded.components.map((file) => ({ ...file, api: false }));
  const extensions: {
    readonly plugin: string;
    readonly source: string;
    readonly uid: string;
    readonly attributes: Readonly<Record<string, AttributeDefinition>>;
  }[] = [];

  collect?.((plugin) => {
    const source = `plugin ${plugin}`;
    const sourceOf = (uid: string): string => `${source} (${uid})`;
    return {
      addContentType(uid, definition, options) {
        types.push({ uid, source: sourceOf(uid), definition, api: options?.api ?? false });
      },
      addComponent(uid, definition) {
        components.push({ uid, source: sourceOf(uid), definition, api: false });
      },
      extendContentType(uid, attributes) {
        extensions.push({ plugin, source, uid, attributes });
      },
    };
  });

  for (const given of types) addType(given, result);
  for (const given of components) addComponent(given, result);
  for (const { plugin, source, uid, attributes } of extensions) {
    const type = result.types.get(uid);
    if (!type) {
      const near = nearest(uid, [...result.types.keys()]);
      result.mistakes.push({
        where: source,
        message: `extends the content type "${uid}", which does not exist${near ? `; did you mean "${near}"?` : ''}`,
      });
    } else if (!isPlainObject(attributes))
      result.mistakes.push({
        where: source,
        message: `extends "${uid}" with something other than an object of attributes`,
      });
    else
      for (const [name, definition] of Object.entries(attributes))
        addDefinition(type, name, definition, {
          author: { plugin, place: `${source} (${uid}, in schema.collect)` },
          mistakes: result.mistakes,
        });
  }
  return result;
}

interface Addition {
  readonly author: Author;
  readonly mistakes: Mistake[];
}

/** Adds an attribute of a plugin; a used name is a mistake. */
export function addDefinition(
  type: ParsedType,
  name: string,
  definition: AttributeDefinition,
  { author, mistakes }: Addition,
): void {
  const at = pathToText(['attributes', name]);
  if (!isPlainObject(definition))
    mistakes.push({ where: author.place, at, message: "expected a definition such as { type: 'string' }" });
  else if (type.definitions.has(name))
    mistakes.push({
      where: type.authors.get(name)?.place ?? type.source,
      at,
      message: `${author.place} adds an attribute of this name, too; rename one of them`,
    });
  else {
    type.definitions.set(name, definition);
    type.authors.set(name, author);
  }
}

const UID = /^[a-z][a-z0-9-]*::[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

function addType({ uid, source, definition, api }: Given, result: Compilation): void {
  if (typeof uid !== 'string' || !UID.test(uid)) {
    result.mistakes.push({
      where: source,
      message: `"${uid}" is not the uid of a content type; expected a uid like "plugin::shop.order" or "api::article.article"`,
    });
    return;
  }
  const shape = parseShape(contentTypeCheck, definition, source, WARNED_FILE_KEYS, result);
  if (!shape) result.broken.add(uid);
  if (!shape || isTaken(uid, source, result.types, result.mistakes)) return;
  // Empty after a mistake in `info`, which is already reported.
  const { singularName = '', pluralName = '', ...info } = shape.info;
  const collectionName = shape.collectionName ?? toSnakeCase(pluralName);
  const definitions = definitionsOf(definition);
  result.types.set(uid, {
    model: 'type',
    uid,
    source,
    api,
    kind: shape.kind,
    singularName,
    pluralName,
    displayName: info.displayName ?? info.name ?? singularName,
    ...(info.renamedFrom === undefined ? {} : { renamedFrom: info.renamedFrom }),
    collectionName,
    table: tableName(collectionName),
    options: shape.options,
    pluginOptions: shape.pluginOptions,
    definition: {
      ...shape,
      info: infoOf(definition, shape.info),
      attributes: Object.fromEntries(definitions),
    },
    definitions,
    authors: new Map(),
    attributes: new Map(),
    axes: [],
    siblings: [],
    scopes: [],
    tail: [],
    indexes: [],
    knownOptions: new Set(),
    knownPluginOptions: new Set(),
  });
}

function addComponent({ uid, source, definition }: Given, result: Compilation): void {
  const shape = parseShape(componentCheck, definition, source, WARNED_COMPONENT_KEYS, result);
  if (!shape) result.broken.add(uid);
  if (!shape || isTaken(uid, source, result.components, result.mistakes)) return;
  if (!/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(uid)) {
    result.mistakes.push({
      where: source,
      message: `expected category and name of letters, digits, underscores and dashes, got "${uid}"; rename the file or its folder`,
    });
    return;
  }
  const [category = '', name = ''] = uid.split('.');
  result.components.set(uid, {
    model: 'component',
    uid,
    source,
    category,
    displayName: shape.info.displayName ?? shape.info.name ?? name,
    ...(shape.info.renamedFrom === undefined ? {} : { renamedFrom: shape.info.renamedFrom }),
    options: shape.options,
    pluginOptions: shape.pluginOptions,
    definitions: definitionsOf(definition),
    authors: new Map(),
    attributes: new Map(),
  });
}

function parseShape<T>(
  check: Check<T>,
  definition: unknown,
  source: string,
  remedies: Remedies,
  { mistakes, warnings }: Compilation,
): T | null {
  const issues: Issue[] = [];
  const shape = check.parse(effectiveKeys(definition, remedies), [], issues);
  for (const { path, message } of issues)
    mistakes.push({ where: source, ...(path.length > 0 ? { at: pathToText(path) } : {}), message });
  if (isPlainObject(definition))
    for (const { key, message } of ineffectiveKeys(definition, remedies))
      warnings.push({ where: source, at: key, message });
  // After a mistake in `info`, the attributes are still checked.
  const isReadable =
    isPlainObject(definition) && isPlainObject(definition.info) && isPlainObject(definition.attributes);
  const isBroken = issues.some(({ path }) => path.length < 2 || path[0] === 'attributes');
  return isReadable && !isBroken ? shape : null;
}

const effectiveKeys = (definition: unknown, remedies: Remedies): unknown => {
  if (!isPlainObject(definition)) return definition;
  const hasEffect = (key: string): boolean =>
    !IGNORED_FILE_KEYS.includes(key) && !Object.hasOwn(remedies, key);
  return Object.fromEntries(Object.entries(definition).filter(([key]) => hasEffect(key)));
};

/** Reads the unchecked definition: a checked object has lost the key `__proto__`, which the name check must see. */
function definitionsOf(definition: unknown): Map<string, AttributeDefinition> {
  const attributes =
    isPlainObject(definition) && isPlainObject(definition.attributes) ? definition.attributes : {};
  // The shape check guarantees objects; parse-attribute.ts checks their keys.
  return new Map(Object.entries(attributes) as [string, AttributeDefinition][]);
}

/** `info` with its unknown keys, which plugins may read. */
function infoOf(definition: unknown, info: ContentTypeDefinition['info']): ContentTypeDefinition['info'] {
  const given = isPlainObject(definition) && isPlainObject(definition.info) ? definition.info : {};
  return { ...given, ...info };
}

function isTaken(
  uid: string,
  source: string,
  models: ReadonlyMap<string, { readonly source: string }>,
  mistakes: Mistake[],
): boolean {
  const other = models.get(uid);
  if (other)
    mistakes.push({
      where: source,
      message: `defines "${uid}", which ${other.source} defines already; rename one of them`,
    });
  return other !== undefined;
}
