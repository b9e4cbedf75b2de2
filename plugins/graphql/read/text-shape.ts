// The look-ahead for a selection whose text the database writes: scalars, then relations, then `__typename`. Their values are in the
// rows as GraphQL has them, so that nothing is parsed and written again.
import { type JsonSchema, type ScalarAttribute, type SelectedKey, Selection, viewOf } from '../../../core';
import type { Field, ModelFacts } from '../model/facts';
import { enumValueName } from '../model/names';
import { isReadable, type LookAhead, relationWords } from './look-ahead';
import type { SelectionPlan } from './selection-plan';
import type { ValueChecks } from './value-checks';

export interface TextLookAhead extends LookAhead {
  readonly amountLimit: number;
  readonly checks: ValueChecks;
}

export interface TextShape {
  readonly fields: Selection;
  readonly populate: Readonly<Record<string, unknown>>;
}

type FixedKey = Extract<SelectedKey, { readonly text: string }>;

/** `selected`: the fields of a document. null: the text of the rows is not the answer. `most`: documents of one list. */
export function textShape(
  selected: readonly SelectionPlan[],
  facts: ModelFacts,
  lookAhead: TextLookAhead,
  most: number | null = null,
): TextShape | null {
  const view = viewOf(lookAhead.visibility, lookAhead.model.schema, facts.model);
  const keys: SelectedKey[] = [];
  const written = new Set<string>();
  const last: FixedKey[] = [];
  const populate: Record<string, unknown> = {};
  let isPopulated = false;
  if (selected.length > MOST_KEYS) return null;
  for (const each of selected) {
    const { key, name } = each;
    if (name === '__typename') {
      if (!lookAhead.checks.add(key, null)) return null;
      (isPopulated ? last : keys).push({ key, text: facts.name });
      continue;
    }
    const field = facts.fields.get(name);
    // Nothing stands after the last keys, and no scalar after a relation.
    if (!field || field.kind === 'former' || last.length > 0 || !isReadable(field, view)) return null;
    if (field.kind === 'scalar') {
      if (isPopulated || !isWrittenByRows(field.attribute) || !lookAhead.checks.add(key, field)) return null;
      // The database would write a long text once for each alias.
      if (written.has(field.attribute.name)) return null;
      written.add(field.attribute.name);
      keys.push({ key, field: field.attribute.name, asNumber: NUMBERS.has(field.type.replace('!', '')) });
      continue;
    }
    if (field.kind !== 'relation' || field.connection || RESERVED.has(key)) return null;
    if (!lookAhead.checks.add(key, null)) return null;
    const below = relationText(field, each, facts, lookAhead);
    if (!below) return null;
    populate[key] = below;
    isPopulated = true;
  }
  return { fields: new Selection(keys, last, most), populate };
}

/** Aliases make any number of keys, and each is a value in the statement. */
const MOST_KEYS = 200;

/** Keys that a query cannot have. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function relationText(
  field: Extract<Field, { kind: 'relation' }>,
  selection: SelectionPlan,
  owner: ModelFacts,
  lookAhead: TextLookAhead,
): unknown {
  const { attribute } = field;
  const target = lookAhead.model.of(attribute.target ?? '');
  const shape = textShape(
    selection.fields(target.name),
    target,
    lookAhead,
    attribute.many ? lookAhead.amountLimit : null,
  );
  return (
    shape && { attribute: attribute.name, ...shape, ...relationWords(field, selection, owner, lookAhead) }
  );
}

/** REST sends some of their values as texts. */
const NUMBERS: ReadonlySet<string> = new Set(['Float', 'Long']);

const WRITTEN: Readonly<Record<string, readonly unknown[]>> = {
  ID: ['string'],
  String: ['string'],
  Int: ['integer'],
  Float: ['number', 'integer'],
  Boolean: ['boolean'],
};

/** Other scalars have no rules for output: the stored value is the answer. */
function isWrittenByRows({ type, options }: ScalarAttribute): boolean {
  const { output, values } = type.graphql;
  if (type.jsonNumber) return NUMBERS.has(output);
  if (values) return values(options).every((value) => enumValueName(value) === value);
  const { type: written }: JsonSchema = type.openapi(options);
  return WRITTEN[output]?.includes(written) ?? true;
}
