// The last step: the marks of the driver, and a name under which the driver keeps the statement prepared.
//
// Query: tag?fields=name
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'name',t1."name") FROM "tag_list" t1 ORDER BY t1.id LIMIT +?
import type { Statement } from '../../../database/database';
import { build } from '../../../database/sql';
import type { CompileContext, Fragment } from './context';
import type { CompiledStatement } from './plan-types';

export interface Select {
  readonly columns: readonly (string | Fragment)[];
  /** From FROM to its end. */
  readonly rest: Fragment;
  /** `rest` ends with a LIMIT. */
  readonly limited: boolean;
}

/** A SELECT that has no LIMIT yet. */
export type Unlimited = Omit<Select, 'limited'>;

/** MariaDB ignores ORDER BY inside a UNION, unless there is a LIMIT. */
const NO_LIMIT = ' LIMIT 9223372036854775807';

let count = 0;

export function finish(
  { columns, rest, limited }: Select,
  context: CompileContext,
  like?: Statement,
): CompiledStatement {
  const list = build(...columns.flatMap((column, index) => (index === 0 ? [column] : [', ', column])));
  const sources = [...list.params, ...rest.params];
  const isEstimated = sources.some((source) => source.kind === 'value' && source.estimated);
  return {
    statement: {
      sql: context.dialect.finish(`SELECT ${list.text} ${rest.text}`),
      name: `q${count++}`,
      ...(isEstimated ? { estimated: true } : {}),
      select: {
        columns: list.text,
        width: columns.length,
        rest: limited ? rest.text : rest.text + NO_LIMIT,
        ...(like ? { like } : {}),
      },
    },
    sources,
  };
}
