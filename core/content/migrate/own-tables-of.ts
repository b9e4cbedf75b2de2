// The tables that modules and plugins add to those of the schema: with models, and with the hook `schema.tables`.
import { OWN_TABLES } from '../../database/module';
import type { TableSpec } from '../../database/tables';
import type { Kernel } from '../../kernel/app/app';
import type { Schema } from '../model/compiled/content-type';

export function ownTablesOf({ container, hooks }: Kernel): (tables: TableSpec[], schema: Schema) => void {
  const { tables: hook } = hooks.schema;
  return (tables, schema) => {
    container.resolve(OWN_TABLES).addTo(tables);
    if (hook.isUsed()) hook.call(tables, schema);
  };
}
