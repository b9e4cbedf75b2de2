// Finds the documents that a body names: at most two statements per target type.
// SQL: SELECT "id", "document_id" FROM "tags" WHERE document_id IN (SELECT value FROM json_each(?)) ORDER BY id

import type { Row } from '../../../database/database';
import type { Stored } from '../../../database/sql-dialect';
import type { AppError } from '../../../kernel/errors/app-error';
import { coreErrors } from '../../../kernel/errors/core-errors';
import { axisValueFromStored } from '../../model/compiled/axis';
import { isParallel } from '../../model/compiled/axis-kind';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { ContentType, RelationAttribute, Schema } from '../../model/compiled/content-type';
import type { FilterPlace } from '../../model/compiled/visibility';
import type { ModelInput, Reference } from '../input/body-input';
import type { Link } from '../write/link';
import { mayLink } from '../write/link-right';
import { boundValue, type RowAxes } from '../write/target';
import { reachableOf } from '../write/writable-documents';
import type { WriteSession } from '../write/write-session';

export interface Resolved {
  readonly links: ReadonlyMap<Reference, Link>;
  /** The error about the first unknown document; thrown after all other issues of the body are known. */
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
  /** The link would show a row of the document: that row has to exist. */
  readonly linked: boolean;
  /** An unknown row id means no document, and is no error. */
  readonly mayBeUnknown: boolean;
}

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
    const known = await reachable(session, type, await readTargets(session, type, own));
    const linkable = await linkableOf(session, type, own, known);
    const unknownIds = new Set<number>();
    for (const { reference, attribute, linked, mayBeUnknown } of own) {
      const { rowId } = reference;
      const rows = linked && !reference.isOwn ? linkable : known;
      const document =
        rowId === null ? reference.documentId : (rows.find(({ id }) => id === rowId)?.document ?? null);
      if (document === null) {
        if (!mayBeUnknown) unknownIds.add(rowId ?? 0);
        continue;
      }
      const named = linked
        ? axesOfLink(session, attribute, type, reference)
        : { needed: {}, pins: keptPins(session, attribute, type, reference), message: {} };
      const shown = rows.find((row) => row.document === document && has(row.axes, named.needed));
      if (!shown) missing ??= notFound(session.schema, document, type, named.message);
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

/** A document that the caller cannot see is unknown to them. */
async function reachable(
  session: WriteSession,
  type: ContentType,
  rows: readonly TargetRow[],
  place?: FilterPlace,
): Promise<readonly TargetRow[]> {
  const seen = await reachableOf(
    session,
    type,
    rows.map((row) => row.document),
    place,
  );
  return seen ? rows.filter((row) => seen.has(row.document)) : rows;
}

/** The rows that the caller may link: a type may ask for an action of its own. */
async function linkableOf(
  session: WriteSession,
  type: ContentType,
  wanted: readonly Wanted[],
  rows: readonly TargetRow[],
): Promise<readonly TargetRow[]> {
  const actions = session.linkActions?.get(type.uid);
  if (!actions || !wanted.some(({ linked, reference }) => linked && !reference.isOwn)) return rows;
  return mayLink(actions, session.action.visibility) ? reachable(session, type, rows, 'linked') : [];
}

function wantedOf(input: ModelInput, found: Wanted[] = []): Wanted[] {
  for (const [attribute, relation] of input.relations) {
    const add = (reference: Reference, linked: boolean, mayBeUnknown: boolean): void => {
      found.push({ reference, attribute, linked, mayBeUnknown });
    };
    if (relation.kind === 'set') for (const reference of relation.items) add(reference, true, false);
    else {
      for (const { reference } of relation.connect) add(reference, true, false);
      for (const { position } of relation.connect)
        if ('reference' in position) add(position.reference, false, !relation.strict);
      for (const reference of relation.disconnect) add(reference, false, true);
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
  const { dialect } = session;
  const documents = new Set<Stored>();
  const ids = new Set<Stored>();
  for (const { reference } of wanted) {
    if (reference.documentId !== null) documents.add(reference.documentId);
    if (Number.isSafeInteger(reference.rowId)) ids.add(reference.rowId);
  }
  const { pinned, text } = session.planOf(type);
  const found: TargetRow[] = [];
  const add = async (select: string, list: string): Promise<void> => {
    const rows = await session.all({ text: select, params: [list, ...pinned.map(({ value }) => value)] });
    for (const row of rows) found.push(targetRow(type, row));
  };
  if (documents.size > 0)
    await add(text.targetsByDocument, dialect.toListParam([...documents], DOCUMENT_ID_COLUMN));
  if (ids.size > 0) await add(text.targetsById, dialect.toListParam([...ids], { kind: 'integer' }));
  return found;
}

function targetRow({ axes: uses }: ContentType, row: Row): TargetRow {
  const axes: Record<string, string> = {};
  uses.forEach(({ axis }, index) => {
    axes[axis.name] = axisValueFromStored(axis, row[index + 2]);
  });
  return { id: Number(row[0]), document: String(row[1]), axes };
}

interface LinkAxes {
  /** Values that a row of the target must have. */
  readonly needed: RowAxes;
  /** Values that the link stores. */
  readonly pins: Readonly<Record<string, string>>;
  /** Values for the message about an unknown document. */
  readonly message: RowAxes;
}

/**
 * Along an axis that both sides have, the target follows the source. Along an axis of the target only, the body may name a value:
 * the link stores it. Through an inverse side, the named value selects the rows of the other document that are written.
 */
export function axesOfLink(
  { action }: Pick<WriteSession, 'action'>,
  attribute: RelationAttribute,
  type: ContentType,
  { pins: named }: Pick<Reference, 'pins'>,
): LinkAxes {
  const needed: Record<string, string> = {};
  const message: Record<string, string> = {};
  for (const use of type.axes) {
    const { axis } = use;
    const follows = action.target[axis.name];
    const value = named[axis.name];
    if (follows !== undefined) {
      if (!isParallel(use)) continue;
      if (value !== undefined && value !== follows)
        throw coreErrors.BODY_INVALID(
          `${attribute.name}: a connected document follows the ${axis.name} of the document it is connected with ("${follows}"), so "${value}" cannot be named here. Leave it out.`,
          { path: attribute.name },
        );
      needed[axis.name] = follows;
      message[axis.name] = follows;
      continue;
    }
    const asked = boundValue(action.axes[axis.name]) ?? axis.defaultValue();
    if (isParallel(use)) message[axis.name] = value ?? asked;
    if (value !== undefined) needed[axis.name] = value;
    else if (!attribute.holdsLinks && isParallel(use)) needed[axis.name] = asked;
  }
  return { needed, pins: keptPins({ action }, attribute, type, { pins: named }), message };
}

/** Named values of axes that only the target has; only the side that holds the links stores them. */
function keptPins(
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

/** The message names each axis value that documents show. For a type without the axis, it names null. */
function notFound({ types }: Schema, document: string, type: ContentType, message: RowAxes): AppError {
  const own = type.axes.filter(isParallel).map(({ axis }) => axis);
  const shown = [...types.values()]
    .flatMap(({ axes }) => axes.filter(isParallel))
    .flatMap(({ axis }) => (axis.outputKey === undefined ? [] : [axis]));
  const values = [...new Set([...shown, ...own])].map((axis) => {
    const value = own.includes(axis) ? (message[axis.name] ?? axis.defaultValue()) : null;
    return `, ${axis.name} "${value}"`;
  });
  return coreErrors.BODY_INVALID(`Document with id "${document}"${values.join('')} not found`);
}
