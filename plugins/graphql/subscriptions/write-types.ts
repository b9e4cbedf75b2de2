// The types of subscriptions: the field `articleChanged`, and the type of its events.
import type { ContentType } from '../../../core';
import { type Definition, withFields } from '../model/definition';
import type { GraphqlModel } from '../model/model';
import { oneField } from '../model/names';

export const changedField = (type: ContentType): string => `${oneField(type)}Changed`;

/** The action that a subscription needs: one document, or all of the type. */
export const changedAction = (type: ContentType, model: GraphqlModel, documentId: string | null): string =>
  model.queryAction(type, documentId === null || type.kind === 'singleType' ? 'find' : 'findOne');

export const subscribedTypes = (model: GraphqlModel): readonly ContentType[] =>
  model.types.filter((type) => type.api && model.isActionEnabled(type, 'find'));

export function subscriptionTypes(model: GraphqlModel): Definition[] {
  const types = subscribedTypes(model);
  const fields = types.map((type) => {
    const { name } = model.of(type.uid);
    const own = type.kind === 'singleType' ? [] : ['documentId: ID', `filters: ${name}FiltersInput`];
    return changed(changedField(type), [...own, ...model.paramsOf(type, 'findOne')], `${name}ChangedEvent`);
  });
  return [
    ...types.map((type) => eventType(model.of(type.uid).name)),
    ...(fields.length > 0 ? [withFields('type', 'Subscription', () => fields)] : []),
  ];
}

const changed = (name: string, args: readonly string[], answer: string): string =>
  `${name}${args.length > 0 ? `(${args.join(', ')})` : ''}: ${answer}`;

const eventType = (name: string): Definition =>
  withFields(
    'type',
    `${name}ChangedEvent`,
    () => [
      `
  """create, update, publish, unpublish, discard, delete, or the event of another operation."""
  event: String!
  documentId: ID!
  """The document as it is now. null: it was deleted, was unpublished, or no longer meets the filters."""
  document: ${name}
`,
    ],
    { description: 'One write, after its commit.' },
  );
