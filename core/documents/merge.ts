// A body beside what is stored: which values the row will have, and whether they are complete. Nothing is written here; the
// same walk serves a row about to be written and one that is only checked.

import type { Stored, Strictness } from '../attributes/attribute-type';
import { type Path, pathToText } from '../check/check';
import type { UniqueKey } from '../database/unique';
import { uniqueKey } from '../database/unique';
import type { AnyModel, Attribute, ScalarAttribute, Schema } from '../schema/content-type';
import type { Reference } from './body-input';
import type { BodyIssues } from './body-issues';
import type { Link } from './link';
import { wrongType } from './parse-input';
import type { WritePlan } from './write-plan';

export interface UniqueClaim extends UniqueKey {
  readonly path: Path;
  readonly value: Stored;
  /** A write that says nothing of it, to a row that is complete already: no reason to refuse the write. */
  readonly isKept?: boolean;
}

export interface MergeContext {
  readonly schema: Schema;
  readonly issues: BodyIssues;
  readonly strictness: Strictness;
  /** Hold what is stored to the rules too, not only what is sent. */
  readonly recheck: boolean;
  /** What an absent required value is told: it was never there, or it is null in the end. */
  readonly absent: 'undefined' | 'null';
  /** Ids that a body gives to entries mean nothing: the row has none yet. */
  readonly ignoreIds: boolean;
  readonly links: ReadonlyMap<Reference, Link>;
  /** Axes of a target that are asleep. */
  readonly asleepAxes: WritePlan['asleepAxes'];
  readonly nextId: () => number;
  /** Collects the unique values of the merged document; null where they do not count. */
  readonly claims: UniqueClaim[] | null;
  /** The scope of a claim: `root` is the attribute of the type it stands under, `attribute` what is unique. */
  readonly scopeOf: (root: string, attribute: string) => string;
}

/** What a scalar becomes. `undefined`: it stays as it is stored. */
export function mergeScalar(
  attribute: ScalarAttribute,
  given: Stored | undefined,
  stored: unknown,
  isNew: boolean,
  path: Path,
  model: AnyModel,
  context: MergeContext,
): Stored | undefined {
  const value = given === undefined && isNew ? defaultOf(attribute) : given;
  if (value === undefined) {
    const kept: Stored =
      stored === undefined || stored === null ? null : attribute.type.fromJson(stored, attribute.options);
    if (context.recheck) checkKept(attribute, kept, path, context);
    claim(attribute, kept, path, model, context, !isNew && !context.recheck);
    return isNew ? null : undefined;
  }
  const isAbsent = value === null && attribute.common.required && context.strictness === 'complete';
  if (isAbsent && !context.issues.has(path))
    context.issues.add(
      path,
      given === undefined ? absentMessage(attribute, path, context) : nullMessage(attribute, path),
      missing(given),
    );
  claim(attribute, value, path, model, context, false);
  return value;
}

const missing = (given: Stored | undefined): unknown => (given === undefined ? undefined : null);

function checkKept(attribute: ScalarAttribute, kept: Stored, path: Path, context: MergeContext): void {
  if (kept !== null) {
    if (!attribute.type.secret)
      attribute.type.check(kept, attribute.options, {
        path,
        issues: context.issues.found,
        strictness: context.strictness,
      });
  } else if (attribute.common.required) refuseAbsent(attribute, path, context);
}

function claim(
  attribute: ScalarAttribute,
  value: Stored,
  path: Path,
  model: AnyModel,
  { claims, scopeOf }: MergeContext,
  isKept: boolean,
): void {
  if (!claims || !attribute.unique || value === null) return;
  claims.push({
    ...uniqueKey(scopeOf(String(path[0]), `${model.uid}.${attribute.name}`), value, attribute.unique),
    path,
    value,
    isKept,
  });
}

/** A required attribute that has nothing. What was sent and refused is not said to be missing as well. */
export function refuseAbsent(attribute: Attribute, path: Path, context: MergeContext): void {
  if (context.issues.has(path)) return;
  context.issues.add(path, absentMessage(attribute, path, context));
}

function absentMessage(attribute: Attribute, path: Path, { absent }: MergeContext): string {
  return absent === 'null' && attribute.kind !== 'relation'
    ? nullMessage(attribute, path)
    : `${pathToText(path)} must be defined.`;
}

export function nullMessage(attribute: Attribute, path: Path): string {
  if (attribute.kind === 'component') return wrongType(path, attribute.repeatable ? 'array' : 'object', null);
  if (attribute.kind !== 'scalar') return wrongType(path, 'array', null);
  switch (attribute.type.column(attribute.options).kind) {
    case 'integer':
    case 'small':
    case 'double':
    case 'decimal':
      return wrongType(path, 'number', Number.NaN).replace('`null`', '`NaN`');
    case 'boolean':
      return wrongType(path, 'boolean', null);
    default:
      return wrongType(path, 'string', null);
  }
}

const defaults = new WeakMap<ScalarAttribute, Stored | undefined>();

/** The schema's default as it is stored; undefined where there is none. */
function defaultOf(attribute: ScalarAttribute): Stored | undefined {
  if (defaults.has(attribute)) return defaults.get(attribute);
  const { default: written } = attribute.common;
  const value =
    written === undefined || written === null
      ? undefined
      : attribute.type.parse(written, attribute.options, {
          path: [attribute.name],
          issues: [],
          strictness: 'partial',
        });
  defaults.set(attribute, value);
  return value;
}
