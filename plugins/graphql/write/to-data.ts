// `data` of a mutation → the body that the document service takes.
import { coreErrors } from '../../../core';
import type { Input, ModelFacts } from '../model/facts';
import type { GraphqlModel } from '../model/model';
import { enumValueName } from '../model/names';

type Given = Readonly<Record<string, unknown>>;

export function toData(given: unknown, facts: ModelFacts, model: GraphqlModel): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given as Given)) {
    const input = facts.inputs.find(({ name }) => name === key);
    if (input?.attribute === null) continue;
    const name = input?.attribute ?? key;
    if (Object.hasOwn(data, name))
      throw coreErrors.BODY_INVALID(`Use ${name} or ${name}_relation, not both`, { path: [name] });
    data[name] = toValue(value, name, input, facts, model);
  }
  return data;
}

function toValue(
  value: unknown,
  name: string,
  input: Input | undefined,
  facts: ModelFacts,
  model: GraphqlModel,
): unknown {
  const attribute = facts.model.attributes.get(name);
  if (value === null || !attribute) return value;
  if (attribute.kind === 'component') {
    const entry = (each: unknown): unknown =>
      isObject(each) ? toData(each, model.of(attribute.component), model) : each;
    return Array.isArray(value) ? value.map(entry) : entry(value);
  }
  if (attribute.kind === 'scalar') {
    const values = attribute.type.graphql.values?.(attribute.options);
    return values?.find((each) => enumValueName(each) === value) ?? value;
  }
  if (attribute.kind === 'zone')
    return (value as readonly unknown[]).map((each) => zoneEntry(each, attribute.components, model));
  if (attribute.kind === 'relation' && input && input.name !== name) return relationChange(value as Given);
  return value;
}

/** `{ __typename: "ComponentSharedQuote", text }` → `{ __component: "shared.quote", text }`. */
function zoneEntry(given: unknown, uids: readonly string[], model: GraphqlModel): unknown {
  const typename = isObject(given) ? given.__typename : undefined;
  const uid = [...model.schema.components.keys()].find((each) => model.of(each).name === typename);
  if (!isObject(given) || uid === undefined)
    throw coreErrors.BODY_INVALID(
      `Component not found. expected one of: ${uids.map((each) => model.of(each).name).join(', ')}`,
    );
  const { __typename: _, ...rest } = given;
  return { __component: uid, ...toData(rest, model.of(uid), model) };
}

/** Absent keys and null mean the same. */
function relationChange(given: Given): unknown {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
