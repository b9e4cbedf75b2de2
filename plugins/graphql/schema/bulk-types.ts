// The types of bulk writes: the items of each content type, and the result that all types share.
import type { ContentType } from '../../../core';
import type { GraphqlModel } from '../model/model';
import { bulkField } from '../model/names';
import { type Definition, type FieldText, withFields } from './definition';

const RESULT = 'BulkWriteResult';
const ITEM = 'BulkWriteItem';
const ERROR = 'BulkWriteError';

/** Nothing, if no content type has a bulk write. */
export function bulkTypes(model: GraphqlModel): Definition[] {
  const types = model.types.flatMap((type) => inputsOf(type, model));
  if (types.length === 0) return [];
  return [
    withFields('type', RESULT, () => [`items: [${ITEM}!]! stored: Int! refused: Int!`]),
    withFields('type', ITEM, () => [`documentId: ID error: ${ERROR}`]),
    withFields('type', ERROR, () => ['status: Int! name: String! message: String! details: JSON']),
    ...types,
  ];
}

function inputsOf(type: ContentType, model: GraphqlModel): Definition[] {
  const operations = model.bulkOperationsOf(type);
  if (operations.length === 0) return [];
  const { name, inputs } = model.of(type.uid);
  const data = inputs.length > 0 ? [`data: ${name}Input`] : [];
  return [
    { keyword: 'enum', name: `${name}BulkOperation`, body: () => `{ ${operations.join(' ')} }` },
    withFields('input', `${name}BulkItem`, () => [
      `operation: ${name}BulkOperation! documentId: ID`,
      ...data,
      '"""The value of `updatedAt`, or the ETag of the document over REST.""" ifMatch: String',
    ]),
  ];
}

/** The field of the type in `Mutation`. */
export function bulkMutation(type: ContentType, model: GraphqlModel): FieldText[] {
  if (model.bulkOperationsOf(type).length === 0) return [];
  const { name } = model.of(type.uid);
  const write = (): string => {
    const args = [`items: [${name}BulkItem!]!`, 'atomic: Boolean! = true', ...model.paramsOf(type, 'update')];
    return `${bulkField(type)}(${args.join(', ')}): ${RESULT}!`;
  };
  return [{ name: bulkField(type), write }];
}
