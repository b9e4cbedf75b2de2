// At startup: finds the types whose rules of uniqueness changed, and rebuilds their unique values. The rules change when an attribute
// becomes unique or shared, and when an axis is enabled or disabled. One process does this, under a lock.
import { createHash } from 'node:crypto';
import type { Database, Row, Steps } from '../../../database/database';
import type { Logger } from '../../../kernel/log/logger';
import { underSyncLock } from '../../migrate/sync-lock';
import { writeFact } from '../../migrate/write-fact';
import { isParallel } from '../../model/compiled/axis-kind';
import type { Attribute, ContentScope, ContentType, Schema, Uid } from '../../model/compiled/content-type';
import { componentsOf, isNested } from '../../model/compiled/nested';
import type { DormantColumn } from '../../sql/axis-ledger';
import { UNIQUE_RULES } from '../../sql/unique';
import { createWritePlans, type PlanSources } from '../write/write-plan';

/** Changes with the form of scopes (scope.ts), so that the values of all types are claimed again. */
const SCOPES = 2;

export interface RuleSources extends PlanSources {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
}

/** Of a type without unique attributes. It keeps no values of former ones. */
const NONE = '';

type Rules = Readonly<Record<Uid, string>>;

export async function reclaimUnique({ database, log, ...sources }: RuleSources): Promise<void> {
  const { schema, dialect, dormant } = sources;
  const rules: Record<Uid, string> = {};
  for (const type of schema.types.values()) rules[type.uid] = rulesOf(type, schema, dormant(type.uid));
  const changed = (known: Rules): Uid[] =>
    Object.keys(rules).filter((uid) => (known[uid] ?? NONE) !== rules[uid]);
  const [name, value] = [dialect.id('name'), dialect.id('value')];
  const read = `SELECT ${value} FROM quire_meta WHERE ${name} = ?`;
  const statement = { sql: dialect.finish(read), name: UNIQUE_RULES };
  function* steps(): Steps<Row | undefined> {
    const [rows] = yield [{ statement, params: [UNIQUE_RULES] }];
    return rows?.[0];
  }
  if (changed(parse(await database.read(steps, { single: true }))).length === 0) return;

  const { reclaimType }: typeof import('./reclaim-type') = require('./reclaim-type');
  const planOf = createWritePlans(sources);
  await underSyncLock(database, async (tx) => {
    const known = parse((await tx.all(read, [UNIQUE_RULES]))[0]);
    for (const uid of changed(known)) {
      const type = schema.types.get(uid);
      const lost = type ? await reclaimType(database, schema, planOf(type)) : 0;
      if (lost > 0)
        log.warn(
          `${uid}: ${lost} values that have to be unique are held by several documents; "quire doctor" names them. Give them others`,
        );
    }
    // A removed type keeps its rules: it may come back unchanged.
    await writeFact(tx, database.dialect, UNIQUE_RULES, JSON.stringify({ ...known, ...rules }));
  });
}

const parse = (row: Row | undefined): Rules =>
  typeof row?.[0] === 'string' ? (JSON.parse(row[0]) as Rules) : {};

/** A hash of everything that decides which values a row of the type holds, and in which scope. */
function rulesOf(type: ContentType, schema: Schema, pinned: readonly DormantColumn[]): string {
  const paths = uniquePaths(type.attributes.values(), schema, []);
  if (paths.length === 0) return NONE;
  const roots = [...new Set(paths.map(([root]) => root ?? ''))].sort();
  const axes = type.axes.map((use) => [
    use.axis.name,
    isParallel(use) ? roots.filter((root) => use.shared.has(root)) : use.axis.defaultValue(),
  ]);
  // Each key is named, because the database stores the hash of this text.
  const dormant = pinned.map(({ axis, column, value, shown }) => ({ axis, column, value, shown }));
  return createHash('sha256')
    .update(JSON.stringify([SCOPES, paths.map(String).sort(), axes, dormant, ...type.scopes.map(scopeName)]))
    .digest('hex')
    .slice(0, 32);
}

const scopeName = ({ attribute }: ContentScope): string => attribute.name;

function uniquePaths(attributes: Iterable<Attribute>, schema: Schema, above: readonly Uid[]): string[][] {
  return [...attributes].flatMap((attribute): string[][] => {
    if (attribute.kind === 'scalar') {
      const { name, unique, uniqueWith } = attribute;
      if (unique === false) return [];
      return [[name, ...(unique === true ? [] : [unique]), ...(uniqueWith ? [`with ${uniqueWith}`] : [])]];
    }
    if (!isNested(attribute)) return [];
    return componentsOf(attribute).flatMap((uid) => {
      const component = schema.components.get(uid);
      if (!component || above.includes(uid)) return [];
      const inner = uniquePaths(component.attributes.values(), schema, [...above, uid]);
      return inner.map((path) => [attribute.name, uid, ...path]);
    });
  });
}
