// Operations that plugins add to the document service; filled while plugins register, read from then on.
import type { ContentType } from '../schema/content-type';
import type { DocumentOperation } from './operations';

const OWN = ['find', 'findMany', 'findFirst', 'findOne', 'count', 'create', 'update', 'delete', 'clone'];

export class OperationRegistry {
  readonly #operations = new Map<string, DocumentOperation>();

  add(operation: DocumentOperation): void {
    const other = this.#operations.get(operation.name);
    if (other)
      throw new Error(
        `The operation "${operation.name}" is added by the plugins ${other.plugin} and ${operation.plugin}`,
      );
    if (OWN.includes(operation.name))
      throw new Error(
        `The plugin ${operation.plugin} adds the operation "${operation.name}", which every type has already`,
      );
    this.#operations.set(operation.name, operation);
  }

  get(name: string, type: ContentType): DocumentOperation | undefined {
    const operation = this.#operations.get(name);
    return operation && (operation.available?.(type) ?? true) ? operation : undefined;
  }

  of(type: ContentType): readonly DocumentOperation[] {
    return [...this.#operations.values()].filter(({ available }) => available?.(type) ?? true);
  }
}
