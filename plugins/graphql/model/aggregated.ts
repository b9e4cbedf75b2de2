// Which fields of a content type have figures, and by which its documents can be grouped, as data. The attribute types state it.
// Fields without output have neither.
import { type ContentType, isPolymorphic, type ScalarAttribute } from '../../../core';
import type { Field, ModelFacts } from './facts';

export const FIGURES = ['avg', 'sum', 'min', 'max'] as const;
export type FigureName = (typeof FIGURES)[number];

export interface Grouping {
  readonly name: string;
  /** `ArticleGroupByKind` */
  readonly type: string;
  /** The type of the key. */
  readonly key: string;
  /** null: a relation, whose key is a documentId. */
  readonly scalar: ScalarAttribute | null;
}

export interface Aggregated {
  /** Field → the type of the figure. */
  readonly figures: ReadonlyMap<FigureName, ReadonlyMap<string, string>>;
  readonly groups: readonly Grouping[];
}

export const hasAggregates = ({ model }: ModelFacts): boolean =>
  model.model === 'type' && (model as ContentType).kind === 'collectionType';

export const aggregateType = (owner: string): string => `${owner}Aggregate`;

/** `ArticleAggregateAvg` */
export const figureType = (owner: string, figure: FigureName): string =>
  `${aggregateType(owner)}${upperFirst(figure)}`;

export const groupByType = (owner: string): string => `${owner}GroupBy`;

const known = new WeakMap<ModelFacts, Aggregated>();

/** The SDL, the resolvers and the look-ahead ask for it. */
export function aggregatedOf(facts: ModelFacts): Aggregated {
  let found = known.get(facts);
  if (!found) {
    found = aggregate(facts);
    known.set(facts, found);
  }
  return found;
}

function aggregate({ name: owner, fields }: ModelFacts): Aggregated {
  const figures = new Map<FigureName, Map<string, string>>(FIGURES.map((figure) => [figure, new Map()]));
  const groups: Grouping[] = [];
  const taken = new Set<string>();
  const addGroup = (name: string, key: string, scalar: ScalarAttribute | null): void => {
    const plain = groupByType(owner) + upperFirst(name);
    // Two fields may differ in the case of their first letter alone.
    const type = taken.has(plain) ? `${groupByType(owner)}_${name}` : plain;
    taken.add(type);
    groups.push({ name, type, key, scalar });
  };
  for (const [name, field] of fields) {
    if (field.kind === 'scalar') {
      const output = field.type.replace('!', '');
      for (const operator of field.attribute.type.aggregates)
        if (operator === 'groupBy') addGroup(name, output, field.attribute);
        else figures.get(operator)?.set(name, figureOutput(operator, output));
    } else if (isGrouping(field)) addGroup(name, 'ID', null);
  }
  return { figures, groups };
}

const isGrouping = (field: Field): boolean =>
  field.kind === 'relation' &&
  !field.connection &&
  field.attribute.storage.kind !== 'siblings' &&
  !isPolymorphic(field.attribute);

/** A sum may leave the range of `Int`. Types of our own, such as `Long`, hold their sums. */
function figureOutput(figure: FigureName, output: string): string {
  if (figure === 'avg') return 'Float';
  return figure === 'sum' && output === 'Int' ? 'Float' : output;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
