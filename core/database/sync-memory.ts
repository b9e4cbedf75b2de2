// What the database remembers of the schema it was last brought in step with: a fingerprint, so that most starts ask once; the
// axes; the shapes of components; the models.
import type { Uid } from '../schema/content-type';
import type { LedgerEntry } from './axis-ledger';
import type { ComponentShapes } from './component-shapes';
import type { Database, Row, Steps, Tx } from './database';
import type { Dialect } from './dialect';
import type { StoredModel } from './stored-model';

const FINGERPRINT = 'fingerprint';
const SHAPES = 'component shapes';

interface Remembered {
  readonly fingerprint: string;
  readonly entries: readonly LedgerEntry[];
  readonly shapes: ComponentShapes;
}

/** The fingerprint and the ledger in one statement; null on a database that has neither. */
export async function readFingerprint(database: Database): Promise<Remembered | null> {
  const { id, finish } = database.dialect;
  const statement = {
    sql: finish(
      `SELECT ${id('name')}, ${id('value')} FROM quire_meta WHERE ${id('name')} IN (?, ?) UNION ALL SELECT 'axis', entry FROM quire_axes`,
    ),
    name: 'fingerprint',
  };
  function* steps(): Steps<Row[]> {
    const [rows = []] = yield [{ statement, params: [FINGERPRINT, SHAPES] }];
    return rows;
  }
  let rows: Row[];
  try {
    rows = await database.read(steps, { single: true });
  } catch (error) {
    if (
      database.dialect.classify(error).kind === 'other' &&
      !(error instanceof Error && error.name === 'ServiceUnavailableError')
    )
      return null;
    throw error;
  }
  const fingerprint = rows.find(([name]) => name === FINGERPRINT)?.[1];
  if (typeof fingerprint !== 'string') return null;
  return {
    fingerprint,
    entries: rows.filter(([name]) => name === 'axis').map(([, entry]) => parseEntry(entry)),
    shapes: parseShapes(rows.find(([name]) => name === SHAPES)?.[1]),
  };
}

export async function readLedger(tx: Tx, dialect: Dialect): Promise<LedgerEntry[]> {
  return (await tx.all(`SELECT entry FROM quire_axes ORDER BY uid, ${dialect.id('axis')}`)).map(([entry]) =>
    parseEntry(entry),
  );
}

export async function readShapes(tx: Tx, dialect: Dialect): Promise<ComponentShapes> {
  const [row] = await tx.all(
    `SELECT ${dialect.id('value')} FROM quire_meta WHERE ${dialect.id('name')} = ?`,
    [SHAPES],
  );
  return parseShapes(row?.[0]);
}

const parseShapes = (text: unknown): ComponentShapes =>
  typeof text === 'string' ? (JSON.parse(text) as ComponentShapes) : {};

export async function readModels(tx: Tx): Promise<Map<Uid, StoredModel>> {
  const rows = await tx.all('SELECT model FROM quire_schema');
  return new Map(
    rows.map(([model]) => JSON.parse(String(model)) as StoredModel).map((model) => [model.uid, model]),
  );
}

export async function remember(
  database: Database,
  target: Remembered,
  models: ReadonlyMap<Uid, StoredModel>,
): Promise<void> {
  // Objection takes time to load, and most starts need none of it.
  const { systemModels }: typeof import('./models') = require('./models');
  const { Meta, StoredSchema, Axis } = systemModels(database.knex);
  await StoredSchema.query().delete();
  for (const model of models.values())
    await StoredSchema.query().insert({ uid: model.uid, model: JSON.stringify(model) });
  await Axis.query().delete();
  for (const entry of target.entries)
    await Axis.query().insert({ uid: entry.uid, axis: entry.axis, entry: JSON.stringify(entry) });
  await Meta.query().findByIds([FINGERPRINT, SHAPES]).delete();
  await Meta.query().insert({ name: SHAPES, value: JSON.stringify(target.shapes) });
  await Meta.query().insert({ name: FINGERPRINT, value: target.fingerprint });
}

const parseEntry = (text: unknown): LedgerEntry => JSON.parse(String(text)) as LedgerEntry;

/** Remembers these shapes, and that all stored entries of some components have them. */
export async function rememberShapes(
  tx: Tx,
  dialect: Dialect,
  shapes: ComponentShapes,
  uniform: ReadonlySet<Uid>,
): Promise<void> {
  const known = Object.entries(shapes).map(([uid, shape]) => [
    uid,
    uniform.has(uid) ? { ...shape, mixed: false } : shape,
  ]);
  const [name, value] = [dialect.id('name'), dialect.id('value')];
  await tx.run(`DELETE FROM quire_meta WHERE ${name} = ?`, [SHAPES]);
  await tx.run(`INSERT INTO quire_meta (${name}, ${value}) VALUES (?, ?)`, [
    SHAPES,
    JSON.stringify(Object.fromEntries(known)),
  ]);
}
