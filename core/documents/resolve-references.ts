// From the documents a body names to documents that exist: at most two statements per target type, whatever the body holds.

import type { Stored } from '../attributes/attribute-type';
import type { Row } from '../database/database';
import type { Dialect } from '../database/dialect';
import type { AppError } from '../errors/app-error';
import { coreErrors } from '../errors/core-errors';
import { axisValueFromStored } from '../schema/axis';
import { DOCUMENT_ID_COLUMN } from '../schema/column-specs';
import type { ContentType, RelationAttribute } from '../schema/content-type';
import type { ModelInput, Reference } from './body-input';
import type { Link } from './link';
import { reachableOf } from './row-rules';
import type { WriteSession } from './session';
import { boundValue, isText, type RowAxes } from './target';
import type { WritePlan } from './write-plan';

export interface Resolved {
  readonly links: ReadonlyMap<Reference, Link>;
  /** The first that does not exist; thrown once everything else about the body is known. */
  readonly missing: AppError | null;
}

interface TargetRow {
  readonly id: number;
  readonly document: string;
  readonly axes: RowAxes;
}

interface Wanted {
  readonly reference: Reference;
  readonly attribute: RelationAttribute;
  /** Is it to be linked with? Then the row that the link would show has to exist. */
  readonly linked: boolean;
}

const ID = { kind: 'integer' } as const;

export const NOTHING_RESOLVED: Resolved = { links: new Map(), missing: null };

export async function resolveReferences(session: WriteSession, input: ModelInput): Promise<Resolved> {
  const wanted = wantedOf(input);
  if (wanted.length === 0) return NOTHING_RESOLVED;
  const links = new Map<Reference, Link>();
  let missing: AppError | null = null;
  for (const uid of new Set(wanted.map(({ reference }) => reference.type))) {
    const type = session.schema.types.get(uid);
    if (!type) continue;
    const own = wanted.filter(({ reference }) => reference.type === uid);
    const rows = await reachable(session, type, await readTargets(session, type, own));
    const unknownIds = new Set<number>();
    for (const { reference, attribute, linked } of own) {
      const { rowId } = reference;
      const document =
        rowId === null ? reference.documentId : (rows.find(({ id }) => id === rowId)?.document ?? null);
      if (document === null) {
        unknownIds.add(rowId ?? 0);
        continue;
      }
      const named = linked
        ? axesOfLink(session, attribute, type, reference)
        : { needed: {}, pins: pinsOf(session, attribute, type, reference), told: {} };
      const shown = rows.find((row) => row.document === document && has(row.axes, named.needed));
      if (!shown) missing ??= notFound(document, type, named.told);
      else {
        const row = rowId === null ? shown : (rows.find(({ id }) => id === rowId) ?? shown);
        links.set(reference, { type: uid, document, pins: named.pins, rowId: row.id });
      }
    }
    if (unknownIds.size > 0)
      missing ??= coreErrors.BODY_ISSUES([
        {
          path: [],
          message: `${unknownIds.size} relation(s) of type ${uid} associated with this entity do not exist`,
          name: 'ValidationError',
        },
      ]);
  }
  return { links, missing };
}

/** What the caller cannot see is as what is not there. */
async function reachable(
  session: WriteSession,
  type: ContentType,
  rows: readonly TargetRow[],
): Promise<readonly TargetRow[]> {
  const seen = await reachableOf(
    session,
    type,
    rows.map((row) => row.document),
  );
  return seen ? rows.filter((row) => seen.has(row.document)) : rows;
}

function wantedOf(input: ModelInput, found: Wanted[] = []): Wanted[] {
  for (const [attribute, relation] of input.relations) {
    const add = (reference: Reference, linked: boolean): void => {
      found.push({ reference, attribute, linked });
    };
    if (relation.kind === 'set') for (const reference of relation.items) add(reference, true);
    else {
      for (const { reference } of relation.connect) add(reference, true);
      for (const { position } of relation.connect)
        if ('reference' in position) add(position.reference, false);
      for (const reference of relation.disconnect) add(reference, false);
    }
  }
  for (const entries of input.entries.values()) for (const entry of entries) wantedOf(entry.input, found);
  return found;
}

async function readTargets(
  session: WriteSession,
  type: ContentType,
  wanted: readonly Wanted[],
): Promise<TargetRow[]> {
  const { tx, dialect } = session;
  const plan = session.planOf(type);
  const documents = new Set<Stored>();
  const ids = new Set<Stored>();
  for (const { reference } of wanted) {
    if (reference.documentId !== null) documents.add(reference.documentId);
    if (reference.rowId !== null) ids.add(reference.rowId);
  }
  const pins = plan.pinned.map(({ value }) => value);
  const found: TargetRow[] = [];
  if (documents.size > 0) {
    const text = plan.statement('targets by document', () =>
      selectTargets(plan, dialect, dialect.inList('document_id', DOCUMENT_ID_COLUMN)),
    );
    const rows = await tx.all(text, [dialect.toListParam([...documents], DOCUMENT_ID_COLUMN), ...pins]);
    for (const row of rows) found.push(targetRow(type, row));
  }
  if (ids.size > 0) {
    const text = plan.statement('targets by id', () => {
      const table = dialect.id(type.table);
      const condition = `document_id IN (SELECT document_id FROM ${table} WHERE ${dialect.inList('id', ID)})`;
      return selectTargets(plan, dialect, condition);
    });
    const rows = await tx.all(text, [dialect.toListParam([...ids], ID), ...pins]);
    for (const row of rows) found.push(targetRow(type, row));
  }
  return found;
}

function selectTargets({ type, pinned }: WritePlan, { id }: Dialect, condition: string): string {
  const columns = ['id', 'document_id', ...type.axes.map(({ axis }) => axis.column)].map((name) => id(name));
  const alive = pinned.map(({ column }) => ` AND ${id(column)} = ?`).join('');
  return `SELECT ${columns.join(', ')} FROM ${id(type.table)} WHERE ${condition}${alive} ORDER BY id`;
}

function targetRow({ axes: uses }: ContentType, row: Row): TargetRow {
  const axes: Record<string, string> = {};
  uses.forEach(({ axis }, index) => {
    axes[axis.name] = axisValueFromStored(axis, row[index + 2]);
  });
  return { id: Number(row[0]), document: String(row[1]), axes };
}

interface LinkAxes {
  /** The target must have a row with these values. */
  readonly needed: RowAxes;
  /** What the link keeps. */
  readonly pins: Readonly<Record<string, string>>;
  /** For the message. */
  readonly told: RowAxes;
}

/**
 * An axis that both sides have follows the source. One that only the target has may be named, and is then kept with the link
 * (or, through an inverse side, says which of the other document's rows are written).
 */
export function axesOfLink(
  { action }: Pick<WriteSession, 'action'>,
  attribute: RelationAttribute,
  type: ContentType,
  { pins: named }: Pick<Reference, 'pins'>,
): LinkAxes {
  const needed: Record<string, string> = {};
  const told: Record<string, string> = {};
  for (const use of type.axes) {
    const { axis } = use;
    const follows = action.target[axis.name];
    const value = named[axis.name];
    if (follows !== undefined) {
      if (!isText(use)) continue;
      if (value !== undefined && value !== follows)
        throw coreErrors.BODY_INVALID(
          `${attribute.name}: a connected document follows the ${axis.name} of the document it is connected with ("${follows}"), so "${value}" cannot be named here. Leave it out.`,
          { path: attribute.name },
        );
      needed[axis.name] = follows;
      told[axis.name] = follows;
      continue;
    }
    const asked = boundValue(action.axes[axis.name]) ?? axis.defaultValue();
    if (isText(use)) told[axis.name] = value ?? asked;
    if (value !== undefined) needed[axis.name] = value;
    else if (!attribute.holdsLinks && isText(use)) needed[axis.name] = asked;
  }
  return { needed, pins: pinsOf({ action }, attribute, type, { pins: named }), told };
}

/** What is named of axes that only the target has; the side that holds the links keeps it with them. */
function pinsOf(
  { action }: Pick<WriteSession, 'action'>,
  attribute: RelationAttribute,
  type: ContentType,
  { pins: named }: Pick<Reference, 'pins'>,
): Record<string, string> {
  const pins: Record<string, string> = {};
  if (!attribute.holdsLinks) return pins;
  for (const { axis } of type.axes) {
    const value = named[axis.name];
    if (value !== undefined && action.target[axis.name] === undefined) pins[axis.name] = value;
  }
  return pins;
}

const has = (axes: RowAxes, needed: RowAxes): boolean =>
  Object.keys(needed).every((name) => axes[name] === needed[name]);

function notFound(document: string, type: ContentType, told: RowAxes): AppError {
  const axes = type.axes
    .filter(isText)
    .map(({ axis }) => `, ${axis.name} "${told[axis.name] ?? axis.defaultValue()}"`);
  return coreErrors.BODY_INVALID(`Document with id "${document}"${axes.join('')} not found`);
}
