// The link stores of a content type, and the writes that run over all of them.
import { build, param } from '../../../database/sql';
import { type ColumnRelation, isExclusive, type TableRelation } from '../../model/compiled/columns';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';
import { createColumnLinks } from './column-links';
import type { NewHolder, RowLinks } from './link-store';
import { lockTargetsOfRow } from './lock-targets';
import { createTableLinks } from './table-links';

interface TypeLinks {
  readonly columns: readonly RowLinks[];
  readonly tables: readonly RowLinks[];
  readonly all: readonly RowLinks[];
}

const known = new WeakMap<WritePlan, TypeLinks>();

export function linksOf(plan: WritePlan): TypeLinks {
  let links = known.get(plan);
  if (!links) {
    const columns = plan.columnRelations.map((relation) => createColumnLinks(plan, relation));
    const tables = plan.linkTables.map((relation) => createTableLinks(plan, relation));
    links = { columns, tables, all: [...columns, ...tables] };
    known.set(plan, links);
  }
  return links;
}

export const storeOf = (plan: WritePlan, relation: ColumnRelation | TableRelation): RowLinks | undefined =>
  linksOf(plan).all.find((store) => store.relation === relation);

/** Before a row takes columns from another: the targets are held, and a one-to-one target leaves other documents. */
export async function beforeColumnCopy(
  session: WriteSession,
  plan: WritePlan,
  from: StoredRow,
  to: NewHolder,
  columns: readonly string[],
): Promise<void> {
  const isCopied = (name: string): boolean => columns.includes(name);
  if (!plan.columnRelations.some(({ storage }) => isCopied(storage.column))) return;
  await lockTargetsOfRow(session, from.id, linksOf(plan).all);
  for (const { relation, at, releaseOneToOneTarget } of linksOf(plan).columns) {
    if (!isExclusive(relation) || relation.storage.kind !== 'column' || !isCopied(relation.storage.column))
      continue;
    const source = build(`SELECT ${at.target} FROM ${at.table} WHERE ${at.row} = `, param(from.id));
    const [[target] = []] = await session.all(source);
    if (typeof target === 'string') await releaseOneToOneTarget(session, to, target);
  }
}

/** Gives a row the links of another in link tables; `relations`: all of them by default. Says whether a link changed. */
export async function copyTableLinks(
  session: WriteSession,
  plan: WritePlan,
  from: StoredRow,
  to: StoredRow,
  relations: readonly TableRelation[] = plan.linkTables,
): Promise<boolean> {
  if (relations.length === 0) return false;
  await lockTargetsOfRow(session, from.id, linksOf(plan).all);
  let changed = false;
  for (const store of linksOf(plan).tables)
    if (relations.some((relation) => relation === store.relation))
      changed = (await store.copy(session, from, to)) || changed;
  return changed;
}

export async function clearLinks(session: WriteSession, plan: WritePlan, rowId: number): Promise<void> {
  for (const store of linksOf(plan).all) await store.clear(session, rowId);
}
