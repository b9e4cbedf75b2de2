// The types of subscriptions: the field `articleChanged`, and the type of its events.

import type { GraphqlModel } from '../model/model';
import { changedField, subscribedTypes } from '../model/subscribed-types';
import { type Definition, withFields } from './definition';

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
