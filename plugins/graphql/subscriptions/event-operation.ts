// The operation of a subscription as each event runs it: without the arguments of its root field, and without variables that only they use.
// The arguments have chosen the events, and no resolver of an event asks for them. To read large filters again for each event would cost
// more than the rest of the event.
import { type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

export function eventOperation(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const root = schema.getSubscriptionType();
  const types = new TypeInfo(schema);
  const isOfRoot = (): boolean => types.getParentType() === root && types.getDirective() == null;
  const bare: DocumentNode = visit(
    document,
    visitWithTypeInfo(types, { Argument: () => (isOfRoot() ? null : undefined) }),
  );
  const used = new Set<string>();
  visit(bare, {
    VariableDefinition: () => false,
    Variable({ name }) {
      used.add(name.value);
    },
  });
  return visit(bare, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
    [Kind.SELECTION_SET]: () => false,
  });
}
