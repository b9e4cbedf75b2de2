// Names that would occur twice in the schema: of types, of root fields, and of the fields of one type.
import type { Mistake } from '../../../core';
import type { Definition } from './definition';
import { hasFilterInput, mutationsOf, queries, typeDefsOf } from './definitions';
import type { ModelFacts } from './facts';
import type { GraphqlModel } from './model';
import { STANDARD_SCALARS } from './names';

const DEFINED = /^(?:type|input|enum|union|scalar|interface) (\w+)/gm;
const LOGIC = ['and', 'or', 'not'];

export function checkNames(model: GraphqlModel, definitions: readonly Definition[]): Mistake[] {
  const written = typeDefsOf(model).join('\n').matchAll(DEFINED);
  const types = [
    ...STANDARD_SCALARS,
    ...definitions.map(({ name }) => name),
    ...[...written].map(([, name = '']) => name),
  ];
  return [
    ...clashes(types, 'types', (name) => name),
    ...clashes(rootFields('Query', model), 'queries', (name) => `Query.${name}`),
    ...clashes(rootFields('Mutation', model), 'mutations', (name) => `Mutation.${name}`),
    ...[...model.facts.values()].flatMap(fieldClashes),
  ];
}

/** Generated fields and those of plugins. */
function rootFields(root: 'Query' | 'Mutation', model: GraphqlModel): string[] {
  const generated = model.types.flatMap((type) => (root === 'Query' ? queries : mutationsOf)(type, model));
  const places = model.parts.flatMap(({ fields }) => Object.keys(fields ?? {}));
  return [
    ...generated.map(({ name }) => name),
    ...places.filter((place) => place.startsWith(`${root}.`)).map((place) => place.slice(root.length + 1)),
  ];
}

function fieldClashes(facts: ModelFacts): Mistake[] {
  const { name: type, fields, filters, inputs, model } = facts;
  const connections = [...model.attributes.values()].flatMap((attribute) => {
    const name = `${attribute.name}_connection`;
    const isShown = fields.has(attribute.name) && attribute.kind === 'relation' && attribute.many;
    return isShown && fields.has(name) && model.attributes.has(name) ? [name, name] : [];
  });
  return [
    ...clashes(connections, 'fields', (name) => `${type}.${name}`),
    ...clashes(
      hasFilterInput(facts) ? [...LOGIC, ...filters.map(({ name }) => name)] : [],
      'filters',
      (name) => `${type}.${name}`,
    ),
    ...clashes(
      inputs.map(({ name }) => name),
      'inputs',
      (name) => `${type}.${name}`,
    ),
  ];
}

function clashes(names: readonly string[], what: string, at: (name: string) => string): Mistake[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice].map((name) => ({
    where: 'plugin graphql',
    at: at(name),
    message: `two ${what} have this name; rename a content type, a component or an attribute`,
  }));
}
