// Runs the plan of figures and groups: all statements at once, then the rows populated below the documents of buckets. The outcome
// is an object; rows are put together by the path of their keys.

import type { Row, Steps } from '../../../database/database';
import type { DocumentList } from '../../query/ast';
import type { AggregatePlan, FiguresPlan, GroupPlan, LevelPlan } from '../compile/aggregate-plan';
import { type Bindings, bind, spend } from './bind';
import { writeRows } from './write-rows';

export interface AggregateOutcome {
  readonly count?: number;
  readonly avg?: Figures;
  readonly sum?: Figures;
  readonly min?: Figures;
  readonly max?: Figures;
  readonly groupBy?: Readonly<Record<string, readonly Bucket[]>>;
  readonly documents?: readonly unknown[];
}

type Figures = Readonly<Record<string, unknown>>;

/** A part without a name lies in the bucket itself. */
export interface Bucket extends AggregateOutcome {
  readonly key: unknown;
  readonly parts?: Readonly<Record<string, AggregateOutcome>>;
}

/** The texts of documents → objects. `read` is the tree of the query that read them. */
export type ParseDocuments = (
  texts: readonly string[],
  read: Pick<DocumentList, 'fields' | 'populate'>,
) => readonly unknown[];

export function* runAggregate(
  plan: AggregatePlan,
  bindings: Bindings,
  parse: ParseDocuments,
): Steps<AggregateOutcome> {
  const results = yield plan.reads.map((read) => bind(read, bindings));
  for (const rows of results) spend(bindings, rows.length, 'aggregate');
  const answer = new AggregateAnswer(results, bindings, parse);
  return (yield* answer.level(plan.level, 0))('');
}

/** The outcome of a level in the bucket at a path. */
type AtPath = (path: string) => AggregateOutcome;

class AggregateAnswer {
  constructor(
    private readonly results: readonly Row[][],
    private readonly bindings: Bindings,
    private readonly parse: ParseDocuments,
  ) {}

  *level({ figures, count, list, groups }: LevelPlan, depth: number): Steps<AtPath> {
    const figuresAt = figures && this.#figures(figures, count, depth);
    const documentsAt = list && (yield* this.#documents(list, depth));
    const bucketsAt: [key: string, at: (path: string) => readonly Bucket[]][] = [];
    for (const group of groups) bucketsAt.push([group.key, yield* this.#buckets(group, depth)]);
    return (path) => ({
      ...figuresAt?.(path),
      ...(documentsAt ? { documents: documentsAt(path) } : {}),
      ...(bucketsAt.length > 0
        ? { groupBy: Object.fromEntries(bucketsAt.map(([key, at]) => [key, at(path)])) }
        : {}),
    });
  }

  #figures({ read, first, cells }: FiguresPlan, count: boolean, depth: number): AtPath {
    const rows = new Map(this.#rows(read).map((row) => [pathOf(row, depth), row]));
    return (path) => {
      const row = rows.get(path);
      const extremes = row ? (JSON.parse(String(row[first])) as Figures) : {};
      const outcome: Record<string, Record<string, unknown>> = {};
      for (const cell of cells) {
        const named = outcome[cell.operator] ?? {};
        named[cell.name] = row ? cell.read(row, extremes) : null;
        outcome[cell.operator] = named;
      }
      return { ...(count ? { count: Number(row?.[first + 1] ?? 0) } : {}), ...outcome };
    };
  }

  *#documents(
    { read, node, fields, populate }: NonNullable<LevelPlan['list']>,
    depth: number,
  ): Steps<(path: string) => unknown[]> {
    const rows = this.#rows(read);
    const documents = this.parse(yield* writeRows(node, rows, this.bindings), { fields, populate });
    const byPath = new Map<string, unknown[]>();
    for (const [index, row] of rows.entries()) addTo(byPath, pathOf(row, depth), documents[index]);
    return (path) => byPath.get(path) ?? [];
  }

  *#buckets({ read, parts }: GroupPlan, depth: number): Steps<(path: string) => readonly Bucket[]> {
    const levels: [key: string, at: AtPath][] = [];
    for (const { key, level } of parts) levels.push([key, yield* this.level(level, depth + 1)]);
    const byPath = new Map<string, Bucket[]>();
    for (const row of this.#rows(read)) {
      const { k: key } = JSON.parse(String(row[depth])) as { k: unknown };
      const own = pathOf(row, depth + 1);
      const outcomes = levels.map(([name, at]) => [name, at(own)] as const);
      const [first] = outcomes;
      const isUnnamed = first?.[0] === '';
      addTo(
        byPath,
        pathOf(row, depth),
        isUnnamed ? { key, ...first[1] } : { key, parts: Object.fromEntries(outcomes) },
      );
    }
    return (path) => byPath.get(path) ?? [];
  }

  #rows(read: number): readonly Row[] {
    return this.results[read] ?? [];
  }
}

/** The JSON of the keys, one after the other. */
function pathOf(row: Row, depth: number): string {
  let path = '';
  for (let i = 0; i < depth; i++) path += String(row[i]);
  return path;
}

function addTo<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
