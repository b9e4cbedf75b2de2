// `_q` where a limit allows it: also the words inside of structured texts, of components and of zones.
import type { FilterOperator } from '../attributes/filter-operator';
import { jsonType } from '../attributes/json';
import { compares } from '../attributes/operators/registry';
import { TEXTS_CONTAIN } from '../attributes/operators/text-match';
import type { AnyModel, ContentType, ScalarAttribute } from '../model/compiled/content-type';
import { componentsOf, isNested, type NestedAttribute } from '../model/compiled/nested';
import type { Filter } from './ast';
import { and, or } from './combine-filters';
import { parseOperator } from './parse-condition';
import type { ParseState } from './parse-state';
import { originOf, type QueryKey } from './query-key';

interface Search {
  readonly text: string;
  readonly contains: FilterOperator;
  readonly at: QueryKey;
}

const MOST_WORDS = 9;
/** Other filters of the query, and other forms of a word, need conditions, too. */
const SPARE = 4;

/**
 * The words of a search, and its phrases in quotation marks. Each has the forms in which texts may have it. The word at the place `most` and
 * those after it are one phrase.
 */
export function wordsOf(text: string, most: number): readonly (readonly string[])[] {
  const parts = [...text.matchAll(/"([^"]+)"|\S+/g)].map(([word, phrase]) => phrase ?? word);
  const rest = parts.slice(most - 1).join(' ');
  return [...parts.slice(0, most - 1), ...(rest === '' ? [] : [rest])].map(formsOf);
}

/** Words that a query may look for in all places of the type; 0: there are too many places. */
export function mostWords(type: ContentType, context: ParseState): number {
  const most = context.limits.conditions / SPARE;
  const places = context.view(type).searched.length + placesIn(type, context, most, []);
  return Math.min(MOST_WORDS, Math.floor(most / Math.max(places, 1)));
}

/** Counts components, too, and no further than `most`: components that contain each other have very many places. */
function placesIn(model: AnyModel, context: ParseState, most: number, around: readonly string[]): number {
  let count = 0;
  for (const attribute of context.view(model).attributes.values()) {
    if (isStructured(attribute)) count += 1;
    for (const uid of isNested(attribute) ? componentsOf(attribute) : []) {
      const component = around.includes(uid) ? undefined : context.schema.components.get(uid);
      if (!component || count > most) continue;
      const inner = placesIn(component, context, most - count, [...around, uid]);
      count += 1 + context.view(component).searched.length + inner;
    }
  }
  return count;
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
