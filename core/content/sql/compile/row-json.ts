// The JSON text of a row, made by the database: the selected scalars in their order.
//
// Query: tag?fields=name
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'name',t1."name") FROM "tag_list" t1 ORDER BY t1.id LIMIT +?
import type { AnswerField } from '../../query/ast';
import { type CompileContext, fieldSql, type Scope } from './context';

export function rowJson(fields: readonly AnswerField[], scope: Scope, context: CompileContext): string {
  return context.dialect.jsonRow(
    fields.map((each) => {
      if ('text' in each)
        return [each.key, context.dialect.json('plain', `'${each.text.replaceAll("'", "''")}'`)];
      const { field, key = field.name, asNumber = false } = each;
      const { type, options } = field;
      const value = fieldSql(field, scope, context);
      return [
        key,
        (asNumber && type.jsonNumber?.(value, context.dialect, options)) ||
          type.json(value, context.dialect, options),
      ];
    }),
  );
}
