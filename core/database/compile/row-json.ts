// The JSON text of a row, built by the database: the selected scalars in their order.
import type { SelectedField } from '../../query/ast';
import { type CompileContext, fieldSql, type Scope } from './context';

export function rowJson(fields: readonly SelectedField[], scope: Scope, context: CompileContext): string {
  return context.dialect.jsonRow(
    fields.map(({ field }) => [
      field.name,
      field.type.json(fieldSql(field, scope, context), context.dialect, field.options),
    ]),
  );
}
