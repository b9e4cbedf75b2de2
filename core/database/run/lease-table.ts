// The table of leases. The start lock needs it before a migration creates tables.
import type { Database } from '../database';
import { columnOf } from '../models/column-kinds';
import type { ModelDefinition } from '../models/model-definition';

const COLUMNS = {
  name: { kind: 'string', length: 191, notNull: true },
  token: { kind: 'integer', notNull: true },
  until: { kind: 'integer', notNull: true },
} as const;

export const LEASES: ModelDefinition<typeof COLUMNS> = {
  table: 'quire_leases',
  columns: COLUMNS,
  primaryKey: ['name'],
};

/** Several processes may call it at once. */
export async function createLeaseTable({ dialect, transaction }: Pick<Database, 'dialect' | 'transaction'>) {
  const { id, columnType } = dialect;
  const columns = Object.entries(COLUMNS).map(([name, column]) => {
    const { spec } = columnOf(name, column);
    if (spec.kind === 'id') throw new Error('The table of leases has no id.');
    return `${id(name)} ${columnType(spec)} NOT NULL`;
  });
  const text = `CREATE TABLE IF NOT EXISTS ${LEASES.table} (${columns.join(', ')}, PRIMARY KEY (${id('name')}))`;
  await transaction((tx) => tx.run(text), { commits: null, ambient: false });
}
