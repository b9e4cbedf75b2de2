// `_q` where a limit allows it: also the words inside of structured texts, of components and of zones.
import type { FilterOperator } from '../attributes/filter-operator';
import { jsonType } from '../attributes/json';
import { compares } from '../attributes/operators/registry';
import { TEXTS_CONTAIN } from '../attributes/operators/text-match';
import type { AnyModel, ScalarAttribute } from '../model/compiled/content-type';
import { componentsOf, isNested, type NestedAttribute } from '../model/compiled/nested';
import type { Filter } from './ast';
import { and, or } from './combine-filters';
import { parseOperator } from './parse-condition';
import { originOf, type QueryKey } from './query-key';

interface Search {
  readonly text: string;
  readonly contains: FilterOperator;
  readonly at: QueryKey;
}

const MOST_WORDS = 8;

/** Each word, or phrase in quotation marks, must be found; here in the forms in which texts may have it. */
export function wordsOf(text: string): readonly (readonly string[])[] {
  const parts = [...text.matchAll(/"([^"]+)"|\S+/g)].map(([word, phrase]) => phrase ?? word);
  const rest = parts.slice(MOST_WORDS).join(' ');
  return [...parts.slice(0, MOST_WORDS), ...(rest === '' ? [] : [rest])].map(formsOf);
}

/** Keyboards write another apostrophe than printed texts. */
const formsOf = (word: string): readonly string[] => [
  ...new Set([word, word.replaceAll("'", '\u2019'), word.replaceAll('\u2019', "'")]),
];

/** The conditions of which one must hold. */
export const searchInside = (model: AnyModel, search: Search): readonly Filter[] =>
  [...search.at.context.view(model).attributes.values()].flatMap((attribute) => {
    if (attribute.common.private) return [];
    if (isStructured(attribute)) return narrowed(attribute, structured(attribute, search), search);
    return isNested(attribute) ? narrowed(storedText(attribute), entries(attribute, search, []), search) : [];
  });

const isStructured = (attribute: { readonly kind: string }): attribute is ScalarAttribute => {
  const { kind, type } = attribute as ScalarAttribute;
  return kind === 'scalar' && type.textKey !== undefined && type.searchable !== false;
};

const structured = (field: ScalarAttribute, { text, at }: Search): readonly Filter[] => [
  parseOperator(field, TEXTS_CONTAIN, text, at),
];

/** `around`: the components that contain the attribute. */
function entries(attribute: NestedAttribute, search: Search, around: readonly string[]): readonly Filter[] {
  const { context } = search.at;
  return componentsOf(attribute).flatMap((uid): Filter[] => {
    const component = around.includes(uid) ? undefined : context.schema.components.get(uid);
    if (!component) return [];
    const where = or([
      ...context
        .view(component)
        .searched.filter(({ type }) => type.filter?.kind !== 'number' && compares(search.contains, type))
        .map((field) => parseOperator(field, search.contains, search.text, search.at)),
      ...[...context.view(component).attributes.values()].flatMap((inner) => {
        if (inner.common.private) return [];
        if (isStructured(inner)) return structured(inner, search);
        return isNested(inner) ? entries(inner, search, [...around, uid]) : [];
      }),
    ]);
    return where ? [{ kind: 'entry', attribute, component, where, origin: originOf(search.at) }] : [];
  });
}

/** The stored text is compared first, because entries and words inside of it are slower to read. */
function narrowed(stored: ScalarAttribute, of: readonly Filter[], { text, contains, at }: Search): Filter[] {
  const inside = or(of);
  const [part = ''] = text.split(ESCAPED).sort((one, other) => other.length - one.length);
  const may = part === '' ? null : parseOperator(stored, contains, part, at);
  const filter = inside && and([may, inside]);
  return filter ? [filter] : [];
}

/** Signs that JSON writes in another way. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** The column of a component or a zone. */
const storedText = (attribute: NestedAttribute): ScalarAttribute => ({
  ...attribute,
  kind: 'scalar',
  type: jsonType,
  options: {},
  unique: false,
  system: false,
});
