// Cleans documents for a caller: without private and secret attributes, and without documents of types that the caller may not read. For
// values that code has made or changed; what a query reads is clean already.
import { isPlainObject } from '../../../kernel/check/checks';
import type {
  AnyModel,
  Attribute,
  ContentType,
  RelationAttribute,
  Schema,
} from '../../model/compiled/content-type';
import type { Visibility } from '../../model/compiled/visibility';
import { componentOf, type FoundDocument, isCount, targetOf } from './documents-inside';

type Values = Readonly<Record<string, unknown>>;

/** Is a related document left out? */
export type IsHidden = (found: FoundDocument) => boolean;

const nothingHidden: IsHidden = () => false;

/** Keys that are no attributes stay. */
export function readableValues(
  { types, components }: Pick<Schema, 'types' | 'components'>,
  type: ContentType,
  visibility: Visibility,
  isHidden: IsHidden = nothingHidden,
): (document: unknown) => unknown {
  const readableOf = (model: AnyModel, value: Values): Values => {
    const kept: [string, unknown][] = [];
    for (const [key, one] of Object.entries(value)) {
      const attribute = attributeOf(model, key);
      if (attribute && !isReadable(model, attribute)) continue;
      kept.push([key, attribute ? inside(attribute, one) : one]);
    }
    return Object.fromEntries(kept);
  };

  /** Values of attributes: relations, components and zones have attributes of their own. */
  function inside(attribute: Attribute, value: unknown): unknown {
    if (attribute.kind === 'relation') return related(attribute, value);
    if (Array.isArray(value)) return value.map((one) => inside(attribute, one));
    const component = componentOf({ components }, attribute, value);
    return component ? readableOf(component, value as Values) : value;
  }

  /** Without a type that the caller may read, an entry is left out. A count has no type in a polymorphic relation. */
  function related(relation: RelationAttribute, value: unknown): unknown {
    const shown = (entry: unknown): readonly unknown[] => {
      const type = targetOf({ types }, relation, entry);
      if (type ? !visibility.canRead(type) : !isCount(entry)) return [];
      if (!isPlainObject(entry)) return [entry];
      if (isHidden({ type, document: entry, relation })) return [];
      return [type ? readableOf(type, entry) : entry];
    };
    if (Array.isArray(value)) return value.flatMap(shown);
    return value === null || value === undefined ? null : (shown(value)[0] ?? null);
  }

  const isReadable = (model: AnyModel, attribute: Attribute): boolean => {
    if (attribute.common.private && !visibility.seesPrivate && !visibility.readsPrivate?.(model))
      return false;
    if (attribute.kind === 'scalar' && attribute.type.secret) return false;
    if (attribute.kind === 'relation' && !isReachable(attribute)) return false;
    // Each answer has `id` and `documentId`, also for a role that reads some fields only.
    return isHead(model, attribute) || visibility.readable(model, attribute);
  };

  /** Of a polymorphic relation, each entry says. */
  const isReachable = ({ target }: RelationAttribute): boolean => {
    const found = target === null ? undefined : types.get(target);
    return found === undefined || visibility.canRead(found);
  };

  return (document) => (isPlainObject(document) ? readableOf(type, document) : document);
}

const isHead = (model: AnyModel, attribute: Attribute): boolean =>
  model.model === 'type' ? model.head.some(({ name }) => name === attribute.name) : attribute.name === 'id';

/** Also of a system field such as `createdAt`, which may be private. */
const attributeOf = (model: AnyModel, key: string): Attribute | undefined =>
  model.attributes.get(key) ?? model.scalars.get(key);
