// Runs a plan: binds values, asks for rows, glues JSON text. Texts are joined as they come from the database; only entries of
// components that must be projected become objects on the way (project-component.ts).
import { coreErrors } from '../errors/core-errors';
import { type Bindings, bind, type PartWork, spend } from './bind';
import type { Branch, EntriesPart, NodePlan, Part, RelationPart, RootPlan } from './compile/plan-types';
import type { Row, Run, Steps } from './database';
import { EntryWork } from './project-component';

export interface PageOutcome {
  /** One text per document. */
  readonly texts: readonly string[];
  /** null: not asked for in this run. */
  readonly total: number | null;
  /** Of one document: when its row was last written. */
  readonly updatedAt: string | null;
}

/** Reads the root's rows and everything populated below them. `withTotal`: the total is wanted in the same round trip. */
export function* runPlan(plan: RootPlan, bindings: Bindings, withTotal: boolean): Steps<PageOutcome> {
  const page = bind(plan.page, bindings);
  const total = withTotal && plan.total ? [bind(plan.total, bindings)] : [];
  const [rows = [], ...others] = yield [
    page,
    ...total,
    ...plan.beside.map(({ read }): Run => ({ ...bind(read, bindings), beside: true })),
  ];
  const counted = total.length > 0 ? others.shift() : undefined;
  for (const { branch } of plan.beside) {
    const read = others.shift();
    if (read) bindings.known.set(branch, read);
  }
  bindings.budget -= rows.length;
  if (bindings.budget < 0) throw coreErrors.QUERY_TOO_COSTLY('the list itself', 'rows', bindings.maxRows);
  const texts = yield* glueRows(plan.node, rows, bindings);
  return {
    texts,
    total: counted ? Number(counted[0]?.[0]) : null,
    updatedAt:
      plan.updatedAtAt === null ? null : ((rows[0]?.[plan.updatedAtAt] as string | undefined) ?? null),
  };
}

export function* runTotal(plan: RootPlan, bindings: Bindings): Steps<number> {
  if (!plan.total) throw new Error('A read of one document has no total');
  const [rows = []] = yield [bind(plan.total, bindings)];
  return Number(rows[0]?.[0]);
}

/** Characters of one answer: what many rows share is read once but written for each, and so grows with every level. */
const MOST_TEXT = 33_554_432;

/** The texts of rows, with every part of the plan written into them. */
export function* glueRows(plan: NodePlan, rows: readonly Row[], bindings: Bindings): Steps<string[]> {
  const { jsonAt, parts } = plan;
  const texts: string[] = new Array(rows.length);
  if (parts.length === 0 || rows.length === 0) {
    for (let i = 0; i < rows.length; i++) texts[i] = rows[i]?.[jsonAt] as string;
    return texts;
  }
  const works = parts.map((part) => startPart(part, rows, bindings));
  const runs = works.flatMap((work) => work.runs);
  const results = runs.length > 0 ? yield runs : [];
  let at = 0;
  const writers: ((row: Row, index: number) => string)[] = [];
  for (const work of works) {
    const own = results.slice(at, at + work.runs.length);
    at += work.runs.length;
    writers.push(yield* work.finish(own));
  }
  let length = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const json = row[jsonAt] as string;
    let added = '';
    for (let p = 0; p < parts.length; p++)
      added += (parts[p] as Part).prefix + (writers[p] as (row: Row, index: number) => string)(row, i);
    const text = json === '{}' ? `{${added.slice(1)}}` : `${json.slice(0, -1)}${added}}`;
    length += text.length;
    if (length > MOST_TEXT) throw coreErrors.QUERY_TOO_COSTLY('populate', 'characters', MOST_TEXT);
    texts[i] = text;
  }
  return texts;
}

function startPart(part: Part, rows: readonly Row[], bindings: Bindings): PartWork {
  return part.kind === 'relation' ? startRelation(part, rows, bindings) : startEntries(part, rows, bindings);
}

function startRelation(part: RelationPart, rows: readonly Row[], bindings: Bindings): PartWork {
  const asked: Branch[] = [];
  const runs: Run[] = [];
  for (const branch of part.branches) {
    if (!bindings.known.has(branch)) {
      const keys = distinct(rows, branch.parentKeyAt);
      if (keys.length === 0) continue;
      runs.push(bind(branch.read, bindings, keys));
    }
    asked.push(branch);
  }
  return {
    runs,
    *finish(results) {
      const found: Map<unknown, string>[] = [];
      const merged =
        asked.length > 1 && asked.every((branch) => branch.orderAt !== null)
          ? new Map<unknown, [number, string][]>()
          : null;
      let next = 0;
      for (const branch of asked) {
        const own = bindings.known.get(branch) ?? results[next++] ?? [];
        spend(bindings, own.length, part.path);
        if (part.count) found.push(new Map(own.map((row) => [row[0], String(row[1])])));
        else {
          const texts = yield* glueRows(branch.child, own, bindings);
          if (branch.tag)
            for (let i = 0; i < texts.length; i++) texts[i] = `${texts[i]?.slice(0, -1)}${branch.tag}}`;
          if (merged) collectOrdered(merged, own, texts, branch.orderAt as number);
          else found.push(group(own, texts, part.many));
        }
      }
      if (merged) found.push(joinOrdered(merged));
      return (row) => relationText(part, asked, found, merged !== null, row);
    },
  };
}

function relationText(
  part: RelationPart,
  asked: readonly Branch[],
  found: readonly Map<unknown, string>[],
  merged: boolean,
  row: Row,
): string {
  let text: string | undefined;
  if (part.count) {
    let total = 0;
    for (let b = 0; b < found.length; b++)
      total += Number(found[b]?.get(row[(asked[b] as Branch).parentKeyAt]) ?? 0);
    return `{"count":${total}}`;
  }
  const tables = merged ? 1 : found.length;
  for (let b = 0; b < tables && text === undefined; b++)
    text = found[b]?.get(row[(asked[b] as Branch).parentKeyAt]);
  if (part.many) return `[${text ?? ''}]`;
  return text ?? 'null';
}

function group(rows: readonly Row[], texts: readonly string[], many: boolean): Map<unknown, string> {
  const byKey = new Map<unknown, string>();
  for (let i = 0; i < rows.length; i++) {
    const key = rows[i]?.[0];
    const text = texts[i] as string;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, text);
    else if (many) byKey.set(key, `${before},${text}`);
  }
  return byKey;
}

function collectOrdered(
  into: Map<unknown, [number, string][]>,
  rows: readonly Row[],
  texts: readonly string[],
  orderAt: number,
): void {
  rows.forEach((row, index) => {
    const list = into.get(row[0]);
    const entry: [number, string] = [Number(row[orderAt]), texts[index] as string];
    if (list) list.push(entry);
    else into.set(row[0], [entry]);
  });
}

const joinOrdered = (lists: Map<unknown, [number, string][]>): Map<unknown, string> =>
  new Map(
    [...lists].map(([key, list]) => [
      key,
      list
        .sort((a, b) => a[0] - b[0])
        .map(([, text]) => text)
        .join(','),
    ]),
  );

function startEntries(part: EntriesPart, rows: readonly Row[], bindings: Bindings): PartWork {
  if (part.picked) {
    const { read, parentKeyAt } = part.picked;
    const keys = distinct(rows, parentKeyAt);
    return {
      runs: [bind(read, bindings, keys)],
      *finish([picked = []]) {
        spend(bindings, picked.length, part.path);
        const byRow = group(
          picked,
          picked.map((row) => row[1] as string),
          true,
        );
        const work = new EntryWork(
          part,
          rows,
          (row) => `[${byRow.get(row[parentKeyAt]) ?? ''}]`,
          bindings,
          glueRows,
        );
        return yield* work.finish(work.runs.length > 0 ? yield work.runs : []);
      },
    };
  }
  return new EntryWork(part, rows, (row) => row[part.storedAt] as string | null, bindings, glueRows);
}

function distinct(rows: readonly Row[], at: number): unknown[] {
  if (rows.length === 1) {
    const only = rows[0]?.[at];
    return only === null || only === undefined ? [] : [only];
  }
  const keys = new Set<unknown>();
  for (const row of rows) if (row[at] !== null && row[at] !== undefined) keys.add(row[at]);
  return [...keys];
}
