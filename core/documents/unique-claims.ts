// The unique values of one document: what its complete rows hold is what stands in the table of unique values.
import type { Stored } from '../attributes/attribute-type';
import { sameKey, type UniqueKey } from '../database/unique';
import { coreErrors } from '../errors/core-errors';
import type { ContentType } from '../schema/content-type';
import type { BodyIssues } from './body-issues';
import type { UniqueClaim } from './merge';
import type { WriteSession } from './session';
import { isText, type RowAxes } from './target';

export const NOT_UNIQUE = 'This attribute must be unique';

/** What a generated value lost to somebody else; the write is tried again with the next one. */
export class GeneratedValueTaken extends Error {}

/** What the axes add to a scope: the values of those along which the attribute is not one for all rows. */
export function scopeSuffix(type: ContentType, axes: RowAxes, attribute: string): string {
  let suffix = '';
  for (const use of type.axes)
    if (isText(use) && !use.shared.has(attribute)) suffix += `@${use.axis.name}=${axes[use.axis.name] ?? ''}`;
  return suffix;
}

/** Attributes of the type whose value was made by us, not sent. */
export type GeneratedNames = ReadonlySet<string>;

/** Adds an issue per value that the body has twice, or that another document holds. What the write leaves alone is not asked. */
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
    const twice = claims.filter((other) => sameKey(other, claim)).length > 1;
    if (twice || taken.some((key) => sameKey(key, claim)))
      issues.add(claim.path, NOT_UNIQUE, shown(claim.value));
  }
}

/** Makes the table say that the document holds these values at a row with these axes. */
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

/** Keeps only what the rows left of a document still hold. */
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

/** In front, so that a scope that is cut still tells it. */
export const scopeText = (suffix: string, attribute: string): string =>
  suffix ? `${suffix} ${attribute}` : attribute;

const suffixOf = ({ scope }: UniqueKey): string =>
  scope.startsWith('@') ? scope.slice(0, scope.indexOf(' ')) : '';

const isGenerated = ({ path }: UniqueClaim, generated: GeneratedNames): boolean =>
  path.length === 1 && generated.has(String(path[0]));

const distinctKeys = (claims: readonly UniqueClaim[]): UniqueKey[] =>
  claims.filter((claim, index) => claims.findIndex((other) => sameKey(other, claim)) === index);

const shown = (value: Stored): unknown => (typeof value === 'bigint' ? String(value) : value);
