// The unique values that a document claims. The table `quire_unique` has one row for each value of its complete rows.

import type { Stored } from '../../../database/sql-dialect';
import type { Path } from '../../../kernel/check/check';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { ContentType } from '../../model/compiled/content-type';
import { sameKey, type UniqueKey } from '../../sql/unique';
import type { BodyIssues } from '../input/body-issues';

import type { RowAxes } from '../write/target';
import type { WriteSession } from '../write/write-session';
import { scopeSuffix } from './scope';

export interface UniqueClaim extends UniqueKey {
  readonly path: Path;
  readonly value: Stored;
  /** The body leaves out a value of a complete row: the write is not refused because of it. */
  readonly isKept?: boolean;
}

export const NOT_UNIQUE = 'This attribute must be unique';

/** Another document took a generated value; the write is retried with the next candidate. */
export class GeneratedValueTaken extends Error {}

/** Attributes of the type whose value was generated, not sent. */
export type GeneratedNames = ReadonlySet<string>;

/** Adds an issue for each value that the body has twice or another document holds. Unchanged values are not checked. */
export async function checkClaims(
  session: WriteSession,
  documentId: string,
  claims: readonly UniqueClaim[],
  issues: BodyIssues,
  generated: GeneratedNames,
): Promise<void> {
  if (claims.length === 0) return;
  const taken = await session.unique.taken(session.tx, documentId, claims);
  for (const claim of claims) {
    if (isGenerated(claim, generated) && taken.some((key) => sameKey(key, claim)))
      throw new GeneratedValueTaken();
    if (claim.isKept) continue;
    if (claims.some((other) => repeats(other, claim)) || taken.some((key) => sameKey(key, claim)))
      issues.add(claim.path, NOT_UNIQUE, shown(claim.value));
  }
}

/** Claims these values for the row of the document at these axes, and releases the others of that row. */
export async function writeClaims(
  session: WriteSession,
  type: ContentType,
  documentId: string,
  axes: RowAxes,
  claims: readonly UniqueClaim[],
  { isNew, generated }: { readonly isNew: boolean; readonly generated: GeneratedNames },
): Promise<void> {
  const held = isNew ? [] : await session.unique.held(session.tx, documentId);
  const suffixes = new Set([...type.attributes.keys()].map((name) => scopeSuffix(type, axes, name)));
  const gone = held.filter(
    (key) => suffixes.has(suffixOf(key)) && !claims.some((claim) => sameKey(claim, key)),
  );
  const missing = claims.filter((claim) => !held.some((key) => sameKey(claim, key)));
  const kept = missing.filter(({ isKept }) => isKept);
  const others = await session.unique.taken(session.tx, documentId, kept);
  const added = missing.filter((claim) => !claim.isKept || !others.some((key) => sameKey(claim, key)));
  await session.unique.release(session.tx, documentId, gone);
  const lost = await session.unique.claim(session.tx, documentId, distinctKeys(added));
  if (!lost) return;
  const claim = added.find((each) => sameKey(each, lost));
  if (claim && isGenerated(claim, generated)) throw new GeneratedValueTaken();
  throw coreErrors.BODY_ISSUES([
    {
      path: (claim?.path ?? []).map(String),
      message: NOT_UNIQUE,
      name: 'ValidationError',
      value: shown(claim?.value ?? null),
    },
  ]);
}

/** Releases all values of a document but these. */
export async function keepClaims(
  session: WriteSession,
  documentId: string,
  kept: readonly UniqueKey[],
): Promise<void> {
  const held = await session.unique.held(session.tx, documentId);
  await session.unique.release(
    session.tx,
    documentId,
    held.filter((key) => !kept.some((other) => sameKey(other, key))),
  );
}

/** Two entries of one document have the value. Attributes that are unique together may both have it. */
export const repeats = (claim: UniqueClaim, other: UniqueClaim): boolean =>
  claim !== other && sameKey(claim, other) && claim.path.at(-1) === other.path.at(-1);

const suffixOf = ({ scope }: UniqueKey): string =>
  scope.startsWith('@') ? scope.slice(0, scope.indexOf(' ')) : '';

const isGenerated = ({ path }: UniqueClaim, generated: GeneratedNames): boolean =>
  path.length === 1 && generated.has(String(path[0]));

export const distinctKeys = (claims: readonly UniqueClaim[]): UniqueKey[] =>
  claims.filter((claim, index) => claims.findIndex((other) => sameKey(other, claim)) === index);

const shown = (value: Stored): unknown => (typeof value === 'bigint' ? String(value) : value);
