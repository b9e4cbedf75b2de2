// Names that would occur twice in the schema: of types, of root fields, and of the fields of one type.
import type { Mistake } from '../../../core';
import type { ModelFacts } from '../model/facts';
import type { GraphqlModel } from '../model/model';
import { STANDARD_SCALARS } from '../model/names';
import type { Definition } from './definition';
import { hasFilterInput, mutationsOf, queries, typeDefsOf } from './definitions';

const DEFINED = /^(?:type|input|enum|union|scalar|interface) (\w+)/gm;
const LOGIC = ['and', 'or', 'not'];

export function checkNames(model: GraphqlModel, definitions: readonly Definition[]): Mistake[] {
  const types = [
    ...[...STANDARD_SCALARS, ...definitions.map(({ name }) => name)].map(generated),
    ...typeDefsOf(model).flatMap(({ plugin, value }) =>
      [...value.matchAll(DEFINED)].map(([, name = '']) => ({ name, plugin })),
    ),
  ];
  return [
    ...clashes(types, 'types', (name) => name),
    ...clashes(rootFields('Query', model), 'queries', (name) => `Query.${name}`),
    ...clashes(rootFields('Mutation', model), 'mutations', (name) => `Mutation.${name}`),
    ...[...model.facts.values()].flatMap((facts) => fieldClashes(facts, model.parts)),
  ];
}

/** Generated fields and those of plugins. */
function rootFields(root: 'Query' | 'Mutation', model: GraphqlModel): Named[] {
  const own = model.types.flatMap((type) => (root === 'Query' ? queries : mutationsOf)(type, model));
  const added = model.parts.flatMap(({ plugin, value: { fields = {} } }) =>
    Object.keys(fields)
      .filter((place) => place.startsWith(`${root}.`))
      .map((place) => ({ name: place.slice(root.length + 1), plugin })),
  );
  return [...own.map(({ name }) => generated(name)), ...added];
}

function fieldClashes(facts: ModelFacts, parts: GraphqlModel['parts']): Mistake[] {
  const { name: type, fields, filters, inputs, model } = facts;
  const connections = [...model.attributes.values()].flatMap((attribute) => {
    const name = `${attribute.name}_connection`;
    const isShown = fields.has(attribute.name) && attribute.kind === 'relation' && attribute.many;
    return isShown && fields.has(name) && model.attributes.has(name) ? [name, name] : [];
  });
  const added = parts.flatMap(({ plugin, value: { documentFields = {} } }) =>
    Object.keys(documentFields)
      .filter((place) => place.startsWith(`${type}.`))
      .map((place) => ({ name: place.slice(type.length + 1), plugin })),
  );
  return [
    ...clashes(connections.map(generated), 'fields', (name) => `${type}.${name}`),
    ...clashes([...[...fields.keys()].map(generated), ...added], 'fields', (name) => `${type}.${name}`),
    ...clashes(
      (hasFilterInput(facts) ? [...LOGIC, ...filters.map(({ name }) => name)] : []).map(generated),
      'filters',
      (name) => `${type}.${name}`,
    ),
    ...clashes(
      inputs.map(({ name }) => generated(name)),
      'inputs',
      (name) => `${type}.${name}`,
    ),
  ];
}

/** A name of the schema. `plugin` null: the content model has the name. */
interface Named {
  readonly name: string;
  readonly plugin: string | null;
}

const generated = (name: string): Named => ({ name, plugin: null });

function clashes(names: readonly Named[], what: string, at: (name: string) => string): Mistake[] {
  const pluginsOf = new Map<string, (string | null)[]>();
  for (const { name, plugin } of names) pluginsOf.set(name, [...(pluginsOf.get(name) ?? []), plugin]);
  return [...pluginsOf]
    .filter(([, plugins]) => plugins.length > 1)
    .map(([name, plugins]) => {
      const own = [...new Set(plugins.filter((plugin) => plugin !== null))];
      const remedy =
        own.length > 0
          ? 'rename it in the SDL of the plugin'
          : 'rename a content type, a component or an attribute';
      return {
        where: `plugin ${own.length > 0 ? own.join(', ') : 'graphql'}`,
        at: at(name),
        message: `two ${what} have this name; ${remedy}`,
      };
    });
}
