// The content types with a subscription: its field, and the action that it needs.
import type { ContentType } from '../../../core';
import type { GraphqlModel } from './model';
import { oneField } from './names';

export const changedField = (type: ContentType): string => `${oneField(type)}Changed`;

/** The action that a subscription needs: one document, or all of the type. */
export const changedAction = (type: ContentType, model: GraphqlModel, documentId: string | null): string =>
  model.queryAction(type, documentId === null || type.kind === 'singleType' ? 'find' : 'findOne');

export const subscribedTypes = (model: GraphqlModel): readonly ContentType[] =>
  model.types.filter((type) => type.api && model.isActionEnabled(type, 'find'));
