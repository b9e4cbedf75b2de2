// The tables of the core itself. Models for them are in models.ts; unique values have their own file.
import type { TableSpec } from './tables';
import { UNIQUE_TABLE } from './unique';

const name = { kind: 'string', length: 191 } as const;

export const SYSTEM_TABLES: readonly TableSpec[] = [
  {
    name: 'quire_meta',
    columns: [
      { name: 'name', spec: name, notNull: true },
      { name: 'value', spec: { kind: 'text' } },
    ],
    primaryKey: ['name'],
    indexes: [],
    owner: 'facts about this database',
  },
  {
    name: 'quire_schema',
    columns: [
      { name: 'uid', spec: name, notNull: true },
      { name: 'model', spec: { kind: 'text' } },
    ],
    primaryKey: ['uid'],
    indexes: [],
    owner: 'content types as they are stored',
  },
  {
    name: 'quire_axes',
    columns: [
      { name: 'uid', spec: name, notNull: true },
      { name: 'axis', spec: { kind: 'string', length: 64 }, notNull: true },
      { name: 'entry', spec: { kind: 'text' } },
    ],
    primaryKey: ['uid', 'axis'],
    indexes: [],
    owner: 'the axis ledger',
  },
  {
    name: 'quire_counters',
    columns: [
      { name: 'name', spec: name, notNull: true },
      { name: 'value', spec: { kind: 'integer' }, notNull: true, default: 0 },
    ],
    primaryKey: ['name'],
    indexes: [],
    owner: 'numbers that never come back',
  },
  UNIQUE_TABLE,
];
