// One item of a bulk write as a write that waits for its transaction.
import type { ContentType } from '../../model/compiled/content-type';
import type { WriteArguments, WriteItem } from '../operations';
import type { PreparedWrite, PreparedWrites } from '../prepared-writes';

export const rightsOf = ({
  caller,
  visibility,
}: WriteItem): Pick<WriteArguments, 'caller' | 'visibility'> => ({
  ...(caller ? { caller } : {}),
  ...(visibility ? { visibility } : {}),
});

export function prepareItem(
  prepared: PreparedWrites,
  type: ContentType,
  { operation, documentId, data, precondition }: WriteItem,
  words: WriteArguments,
): Promise<PreparedWrite | null> {
  const args: WriteArguments = {
    ...words,
    ...(documentId === undefined ? {} : { documentId }),
    ...(data === undefined ? {} : { data }),
    ...(precondition ? { precondition } : {}),
  };
  switch (operation) {
    case 'create':
      return prepared.create(type, args, false);
    case 'update':
      return prepared.update(type, args, false);
    case 'delete':
      return prepared.remove(type, args);
    default:
      return prepared.operate(operation, type, args, false);
  }
}
