// The SQL expression that turns a row into one JSON text, per database.
import { answeredColumns, type Column, type Engine, SCALE, type TypeName } from '../data/model';

export function rowJson(engine: Engine, type: TypeName, alias: string): string {
  const columns = answeredColumns(type);
  switch (engine) {
    case 'sqlite':
      return `json_object(${columns.map((each) => `'${each.key}', ${sqliteValue(each, alias)}`).join(', ')})`;
    case 'postgres': {
      const list = columns.map(({ key, column }) => `${alias}.${column} AS "${key}"`).join(', ');
      return `row_to_json((SELECT r FROM (SELECT ${list}) r))::text`;
    }
    case 'mysql': {
      const parts = columns.map(
        (each, index) =>
          `'${index === 0 ? '{' : ','}"${each.key}":', COALESCE(${mysqlValue(each, alias)}, 'null')`,
      );
      return `CONCAT(${parts.join(', ')}, '}')`;
    }
  }
}

function sqliteValue({ column, kind }: Column, alias: string): string {
  if (kind === 'boolean') return `json(CASE ${alias}.${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`;
  return kind === 'decimal' ? `${alias}.${column} / 1e${SCALE}` : `${alias}.${column}`;
}

function mysqlValue({ column, kind }: Column, alias: string): string {
  if (kind === 'boolean') return `CASE ${alias}.${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
  return kind === 'integer' || kind === 'decimal' ? `${alias}.${column}` : `JSON_QUOTE(${alias}.${column})`;
}
