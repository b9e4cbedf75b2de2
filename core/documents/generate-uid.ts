// A uid that a body leaves out is made from another attribute: its slug, then `-1`, `-2` …, avoiding what any row has.
import type { Stored } from '../attributes/attribute-type';
import type { UidOptions } from '../attributes/uid';
import { uniqueKey } from '../database/unique';
import type { ScalarAttribute } from '../schema/content-type';
import type { ModelInput } from './body-input';
import type { WriteSession } from './session';
import { slug } from './slug';
import { type StoredValues, storedValue } from './stored-value';
import type { RowAxes } from './target';
import { scopeSuffix, scopeText } from './unique-claims';
import type { WritePlan } from './write-plan';

const COLUMN = { kind: 'string', length: 255 } as const;
/** How many candidates are looked at in one statement, and how many statements before the attempt is given up. */
const BATCH = 20;
const BATCHES = 50;
const ROOM_FOR_NUMBER = 8;

/** Values for the absent uids among `attributes`. */
export async function generateUids(
  session: WriteSession,
  plan: WritePlan,
  input: ModelInput,
  documentId: string,
  axes: RowAxes,
  isNewAttribute: (name: string) => boolean,
  stored: StoredValues | null,
): Promise<Map<ScalarAttribute, Stored>> {
  const generated = new Map<ScalarAttribute, Stored>();
  for (const attribute of plan.generated) {
    if (input.scalars.has(attribute) || !isNewAttribute(attribute.name)) continue;
    const options = attribute.options as UidOptions;
    const source = plan.scalars.find(({ name }) => name === options.targetField);
    const text = source
      ? (input.scalars.get(source) ?? storedValue(stored, source.column) ?? source.common.default)
      : null;
    if (text === null || text === undefined) continue;
    const base = slug(String(text), options.options).slice(0, (options.maxLength ?? 255) - ROOM_FOR_NUMBER);
    if (base) generated.set(attribute, await free(session, plan, attribute, base, documentId, axes));
  }
  return generated;
}

async function free(
  session: WriteSession,
  plan: WritePlan,
  attribute: ScalarAttribute,
  base: string,
  documentId: string,
  axes: RowAxes,
): Promise<string> {
  const { dialect, tx } = session;
  const column = dialect.id(attribute.column);
  const text = plan.statement(
    `values of ${attribute.name}`,
    () =>
      `SELECT ${column} FROM ${dialect.id(plan.type.table)} WHERE ${dialect.inList(column, COLUMN)} AND document_id <> ?`,
  );
  const scope = scopeText(scopeSuffix(plan.type, axes, attribute.name), `${plan.type.uid}.${attribute.name}`);
  for (let batch = 0; batch < BATCHES; batch++) {
    const candidates = Array.from({ length: BATCH }, (_, index) => {
      const number = batch * BATCH + index;
      return number === 0 ? base : `${base}-${number}`;
    });
    const used = new Set(
      (await tx.all(text, [dialect.toListParam(candidates, COLUMN), documentId])).map(([value]) =>
        String(value),
      ),
    );
    const keys = candidates.map((candidate) => uniqueKey(scope, candidate, attribute.unique));
    const taken = new Set((await session.unique.taken(tx, documentId, keys)).map(({ hash }) => hash));
    const left = candidates.filter(
      (candidate, index) => !used.has(candidate) && !taken.has(keys[index]?.hash ?? ''),
    );
    // Several who ask at once would all take the first again and again.
    const found =
      left[session.turn === 1 ? 0 : Math.floor(Math.random() * Math.min(left.length, session.turn * 2))];
    if (found) return found;
  }
  return `${base}-${Date.now().toString(36)}`;
}
