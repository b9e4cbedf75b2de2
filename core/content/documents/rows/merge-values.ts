// Merges scalar values of a body with stored values, and checks that the result is complete. Writes nothing; checking a stored row
// uses the same code with an empty body.

import type { Stored } from '../../../database/sql-dialect';
import { type Issue, type Path, pathToText } from '../../../kernel/check/check';
import type { Strictness } from '../../attributes/attribute-type';
import type { Attribute, ScalarAttribute, Schema, Uid } from '../../model/compiled/content-type';
import { isMany, isNested } from '../../model/compiled/nested';
import { uniqueKey } from '../../sql/unique';
import type { BodyIssues } from '../input/body-issues';
import { wrongType } from '../input/parse-input';
import type { References } from '../links/relation-change';
import type { Unseen } from '../links/unseen-links';
import { claimPath, holdsValue, type ScopeOf } from '../unique/scope';
import type { UniqueClaim } from '../unique/unique-claims';
import type { WritePlan } from '../write/write-plan';

export interface MergeContext {
  readonly schema: Schema;
  readonly issues: BodyIssues;
  readonly strictness: Strictness;
  /** Check stored values too, beside those of the body. */
  readonly recheck: boolean;
  /** The word in the message about an absent required value. */
  readonly absent: 'undefined' | 'null';
  /** Ignores ids that a body gives to entries, since a new row has no entries yet. */
  readonly ignoreIds: boolean;
  readonly links: References;
  /** Documents in links of entries that the caller cannot see. */
  readonly unseen: Unseen;
  /** Dormant axes of a target. */
  readonly dormantAxes: WritePlan['dormantAxes'];
  readonly nextId: () => number;
  /** Collects the unique values of the merged document; null for a row that claims none. */
  readonly claims: UniqueClaim[] | null;
  readonly scopeOf: ScopeOf;
  /** Inside an entry of a zone: its component. */
  readonly zoned: Uid | null;
}

/** The new value of a scalar. `undefined`: the stored value stays. */
export function mergeScalar(
  attribute: ScalarAttribute,
  given: Stored | undefined,
  stored: unknown,
  isNew: boolean,
  path: Path,
  context: MergeContext,
): Stored | undefined {
  const value = given === undefined && isNew ? defaultOf(attribute) : given;
  if (value === undefined) {
    const kept: Stored =
      stored === undefined || stored === null ? null : attribute.type.fromJson(stored, attribute.options);
    if (context.recheck) checkKept(attribute, kept, path, context);
    claim(attribute, kept, path, context, !isNew && !context.recheck);
    return isNew ? null : undefined;
  }
  const isAbsent = value === null && attribute.common.required && context.strictness === 'complete';
  if (isAbsent && !context.issues.has(path))
    context.issues.add(
      path,
      given === undefined ? absentMessage(attribute, path, context) : nullMessage(attribute, path),
      given === undefined ? absentValue(attribute, context) : null,
    );
  claim(attribute, value, path, context, false);
  return value;
}

function checkKept(attribute: ScalarAttribute, kept: Stored, path: Path, context: MergeContext): void {
  if (kept !== null) {
    if (attribute.type.secret) return;
    const issues: Issue[] = [];
    attribute.type.check(kept, attribute.options, { path, issues, strictness: context.strictness });
    // The caller did not send the value, and may not read it.
    const shown = attribute.common.private
      ? issues.map(({ message, path: at }) => ({ path: at, message }))
      : issues;
    context.issues.found.push(...shown);
  } else if (attribute.common.required) refuseAbsent(attribute, path, context);
}

function claim(
  attribute: ScalarAttribute,
  value: Stored,
  path: Path,
  { claims, scopeOf, zoned }: MergeContext,
  isKept: boolean,
): void {
  if (!claims || !attribute.unique || !holdsValue(value)) return;
  claims.push({
    ...uniqueKey(scopeOf(claimPath(attribute, path), zoned), value, attribute.unique),
    path,
    value,
    isKept,
  });
}

/** Reports a required attribute without a value. A value that was refused is not reported as missing too. */
export function refuseAbsent(attribute: Attribute, path: Path, context: MergeContext): void {
  if (context.issues.has(path)) return;
  context.issues.add(path, absentMessage(attribute, path, context), absentValue(attribute, context));
}

/** Of a row that exists before its check, the error shows what is stored. */
const absentValue = (attribute: Attribute, { absent }: MergeContext): null | undefined =>
  absent === 'null' && attribute.kind !== 'relation' && !isList(attribute) ? null : undefined;

function absentMessage(attribute: Attribute, path: Path, context: MergeContext): string {
  return absentValue(attribute, context) === null
    ? nullMessage(attribute, path)
    : `${pathToText(path)} must be defined.`;
}

const isList = (attribute: Attribute): boolean => isNested(attribute) && isMany(attribute);

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
      return `${pathToText(path)} must be defined.`;
    default:
      return wrongType(path, 'string', null);
  }
}

const defaults = new WeakMap<ScalarAttribute, Stored | undefined>();

/** The stored form of the schema's default; undefined when there is none. */
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
