// Values of a row before and after a write, by path. Values of secrets and of private attributes are never stored, only that they changed.

import type { AnyModel, App, Attribute, StoredRow } from '../../core';
import { hideSecrets } from '../jobs';

export interface ValueChange {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface ChangeTools {
  readonly app: Pick<App, 'schema' | 'secretNames'>;
  /** Longer values are stored as their length. */
  readonly valueLength: number;
}

type Values = Readonly<Record<string, unknown>>;
const HIDDEN = '[hidden]';

export function changesOf(
  tools: ChangeTools,
  model: AnyModel,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): ValueChange[] {
  return fieldChanges(tools, model, before?.values ?? {}, after?.values ?? {}, '');
}

function fieldChanges(
  tools: ChangeTools,
  model: AnyModel,
  from: Values,
  to: Values,
  prefix: string,
): ValueChange[] {
  return [...model.attributes.values()].flatMap((attribute): ValueChange[] => {
    const key = keyOf(attribute);
    if (key === null) return [];
    const [old, now] = [from[key] ?? null, to[key] ?? null];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const path = prefix + attribute.name;
    if (isSecret(tools, attribute))
      return [{ path, from: old === null ? null : HIDDEN, to: now === null ? null : HIDDEN }];
    if (attribute.kind === 'component' || attribute.kind === 'zone')
      return entryChanges(tools, attribute, listOf(old), listOf(now), path);
    return [{ path, from: shortened(tools, old), to: shortened(tools, now) }];
  });
}

function entryChanges(
  tools: ChangeTools,
  attribute: Attribute & { readonly kind: 'component' | 'zone' },
  from: readonly Values[],
  to: readonly Values[],
  path: string,
): ValueChange[] {
  const isList = attribute.kind === 'zone' || attribute.repeatable;
  return Array.from({ length: Math.max(from.length, to.length) }).flatMap((_, index) => {
    const [old, now] = [from[index], to[index]];
    const uid = attribute.kind === 'component' ? attribute.component : String((now ?? old)?.__component);
    const component = tools.app.schema.components.get(uid);
    const place = isList ? `${path}.${index}` : path;
    if (!component) return [];
    return fieldChanges(tools, component, old ?? {}, now ?? {}, `${place}.`);
  });
}

/** Where `values` has the value; null: the row does not have it. */
function keyOf(attribute: Attribute): string | null {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.system || attribute.expression ? null : attribute.column;
    case 'component':
    case 'zone':
      return attribute.column;
    case 'relation':
      if (attribute.storage.kind === 'entry') return attribute.storage.key;
      return attribute.storage.kind === 'column' && attribute.holdsLinks ? attribute.storage.column : null;
    default:
      return null;
  }
}

const isSecret = ({ app }: ChangeTools, attribute: Attribute): boolean =>
  attribute.common.private ||
  (attribute.kind === 'scalar' && attribute.type.secret === true) ||
  app.secretNames.has(attribute.name);

function shortened({ app, valueLength }: ChangeTools, value: unknown): unknown {
  const { length } = JSON.stringify(value ?? null);
  return length > valueLength ? { length } : hideSecrets(value, app.secretNames);
}

function listOf(value: unknown): readonly Values[] {
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]) as readonly Values[];
}
