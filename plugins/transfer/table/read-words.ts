// The words of a read for some columns: `fields` and `populate`. And the value of a column in a read document.

import { type AnyModel, type Attribute, check, type Schema } from '../../../core';
import { type Column, type ColumnScope, isReadable } from './columns';

interface Words {
  readonly fields: string[];
  readonly populate: Record<string, unknown>;
}

type Values = Readonly<Record<string, unknown>>;

/** Levels of components inside components. */
const DEEPEST = 6;

const empty = (): Words => ({ fields: ['documentId'], populate: {} });

export function wordsFor(scope: ColumnScope, columns: readonly Column[]): Words {
  const words = empty();
  for (const { steps } of columns) add(scope, scope.type, words, steps);
  return words;
}

function add(
  scope: ColumnScope,
  model: AnyModel,
  words: Words,
  [step = '', ...more]: readonly string[],
): void {
  const attribute = model.attributes.get(step) ?? model.scalars.get(step);
  if (!attribute || attribute.kind === 'waiting') return;
  if (attribute.kind === 'scalar') {
    if (!words.fields.includes(step)) words.fields.push(step);
    return;
  }
  if (attribute.kind === 'relation') {
    const target = scope.schema.types.get(attribute.target ?? '');
    const below = (words.populate[step] ?? empty()) as Words;
    words.populate[step] = below;
    if (target && more.length > 0) add(scope, target, below, more);
    return;
  }
  const component = attribute.kind === 'component' && scope.schema.components.get(attribute.component);
  if (!component || more.length === 0) {
    words.populate[step] = wholeOf(scope, attribute, 0);
    return;
  }
  const below = (words.populate[step] ?? { fields: ['id'], populate: {} }) as Words;
  words.populate[step] = below;
  add(scope, component, below, more);
}

/** All readable values of the entries of a component or zone. */
function wholeOf(scope: ColumnScope, attribute: Attribute, depth: number): unknown {
  const { components } = scope.schema;
  const wordsOf = (uid: string): Words => {
    const component = components.get(uid);
    const words: Words = { fields: ['id'], populate: {} };
    for (const each of component?.attributes.values() ?? []) {
      if (!component || !isReadable(scope.visibility, component, each)) continue;
      if (each.kind === 'scalar') words.fields.push(each.name);
      else if (each.kind === 'relation') {
        const target = scope.schema.types.get(each.target ?? '');
        if (target && scope.visibility.canRead(target))
          words.populate[each.name] = { fields: ['documentId'] };
      } else if (depth < DEEPEST) words.populate[each.name] = wholeOf(scope, each, depth + 1);
    }
    return words;
  };
  if (attribute.kind === 'component') return wordsOf(attribute.component);
  if (attribute.kind !== 'zone') return true;
  return { on: Object.fromEntries(attribute.components.map((uid) => [uid, wordsOf(uid)])) };
}

/** The value of the column: a list for a path through a relation to many. */
export function valueAt({ schema }: ColumnScope, { steps, end }: Column, document: Values): unknown {
  if (end.kind === 'link') {
    const found = linkedValues(steps, document);
    return end.many ? found : (found[0] ?? null);
  }
  let value: unknown = document;
  for (const step of steps)
    value = check.isPlainObject(value) && Object.hasOwn(value, step) ? value[step] : null;
  return end.kind === 'scalar' ? value : entriesOf(schema, end.attribute, value);
}

/** Of a document itself its documentId. */
function linkedValues(steps: readonly string[], document: Values): readonly unknown[] {
  let found: readonly unknown[] = [document];
  for (const step of steps)
    found = found.flatMap((each) =>
      check.isPlainObject(each) && Object.hasOwn(each, step) ? each[step] : [],
    );
  return found
    .map((each) => (check.isPlainObject(each) && 'documentId' in each ? each.documentId : each))
    .filter((each) => each !== null);
}

/** Entries get new ids where they are imported, so these have none. */
function entriesOf(schema: Schema, attribute: Attribute, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => entriesOf(schema, attribute, each));
  if (!check.isPlainObject(value)) return value ?? null;
  if (attribute.kind === 'relation') {
    const { documentId, __type } = value;
    return __type === undefined ? documentId : { __type, documentId };
  }
  if (attribute.kind !== 'component' && attribute.kind !== 'zone') return value;
  const { __component } = value;
  const component = schema.components.get(
    attribute.kind === 'component' ? attribute.component : String(__component),
  );
  const own = [...(component?.attributes.values() ?? [])]
    .filter(({ name }) => Object.hasOwn(value, name))
    .map((each) => [each.name, entriesOf(schema, each, value[each.name])]);
  return { ...(attribute.kind === 'zone' ? { __component } : {}), ...Object.fromEntries(own) };
}
