// Reads of documents as text: a page with its total, one document, a count; and figures as objects. A statement counts
// the total only if the page does not show it. A total that is cached for the current versions of its tables needs no statement.

import type { Database, ReadControl, Snapshot, Steps } from '../../../database/database';
import { placeKey } from '../../../database/place-key';
import { GenerationCache } from '../../../kernel/cache/generation-cache';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { Page } from '../../query/ast';
import type { RowBudget } from '../../query/query-limits';
import type { AggregatePlan } from '../compile/aggregate-plan';
import type { RootPlan } from '../compile/plan-types';
import { type Bindings, bind } from './bind';
import { LIST_FORM, ONE_FORM } from './kept-forms';
import type { KeptReads } from './kept-reads';
import type { LongText } from './long-read';
import type { ListOutcome, OneOutcome } from './outcomes';
import type { Planned } from './plan-cache';
import { recovered } from './recovered';
import type { AggregateOutcome, ParseDocuments } from './run-aggregate';
import { runEach, runPlan, runTotal } from './run-plan';

export interface Costs {
  readonly maxRows: number;
  readonly maxStatements: number;
  readonly answerBytes: number;
  readonly rows?: RowBudget | undefined;
}

type Control = ReadControl | null;

/** A cached total, and the place for a new one. */
interface TotalCache {
  readonly total: number | null;
  keep(total: number): void;
}

interface CachedTotal {
  readonly version: string;
  /** Of all rows at a place: less the rows that had been added to it before. */
  readonly total: number;
}

export class Reads {
  readonly #totals = new WeakMap<RootPlan, GenerationCache<string, CachedTotal>>();
  readonly #together: boolean;

  /** `kept` null: no result is kept. */
  constructor(
    private readonly database: Database,
    private readonly kept: KeptReads | null = null,
  ) {
    this.#together = database.dialect.isServer;
  }

  list(
    planned: Planned,
    page: Page | null,
    costs: Costs,
    control: Control = null,
  ): Promise<ListOutcome> | ListOutcome {
    checkStatements(planned.plan, costs);
    const run = () => this.#list(planned, page, costs, control);
    const { kept } = this;
    if (kept === null || costs.rows) return run();
    return kept.read(planned, ['list', page, costs.maxRows, costs.answerBytes], control, run, LIST_FORM);
  }

  #list(
    planned: Planned,
    page: Page | null,
    costs: Costs,
    control: Control,
  ): Promise<ListOutcome> | ListOutcome {
    // The versions from before the read: a total cached for them can be newer than they are, never older.
    const cached = page?.withCount
      ? this.#cachedTotal(planned, this.#bindings(planned, null, costs), control?.isArriving === true)
      : NOT_CACHED;
    const single = planned.plan.statements === 1 && (!page?.withCount || cached.total !== null);
    return this.database.read(() => this.#listSteps(planned, page, costs, cached), { single, control });
  }

  *#listSteps(planned: Planned, page: Page | null, costs: Costs, cached: TotalCache): Steps<ListOutcome> {
    const bindings = this.#bindings(planned, null, costs);
    if (!page?.withCount) {
      const { texts } = yield* runPlan(planned.plan, bindings, false);
      return { texts, total: page ? null : texts.length };
    }
    const { texts, total } = yield* runPlan(planned.plan, bindings, this.#together && cached.total === null);
    const known = total ?? cached.total ?? totalOfPage(texts.length, page);
    if (known !== null) {
      if (total !== null) cached.keep(total);
      return { texts, total: known };
    }
    const counted = yield* runTotal(planned.plan, bindings);
    cached.keep(counted);
    return { texts, total: counted };
  }

  one(
    planned: Planned,
    documentId: string,
    costs: Costs,
    control: Control = null,
  ): Promise<OneOutcome | null> | OneOutcome | null {
    checkStatements(planned.plan, costs);
    const run = () =>
      this.database.read(() => this.oneSteps(planned, documentId, costs), {
        single: planned.plan.statements === 1,
        control,
      });
    const { kept } = this;
    if (kept === null || costs.rows) return run();
    return kept.read(planned, ['one', documentId, costs.maxRows, costs.answerBytes], control, run, ONE_FORM);
  }

  *oneSteps(planned: Planned, documentId: string, costs: Costs): Steps<OneOutcome | null> {
    const { texts, updatedAt } = yield* runPlan(
      planned.plan,
      this.#bindings(planned, documentId, costs),
      false,
    );
    const [text] = texts;
    return text === undefined || updatedAt === null ? null : { text, updatedAt };
  }

  /** A plan of the mode `each`. `moment`: an earlier state of the database; null: now. */
  each(
    planned: Planned,
    documentIds: readonly string[],
    moment: Snapshot | null,
    costs: Costs,
    control: Control = null,
  ): Promise<ReadonlyMap<string, string>> | ReadonlyMap<string, string> {
    const { plan } = planned;
    checkStatements(plan, costs);
    const steps = () => runEach(plan, this.#bindings(planned, null, costs), documentIds);
    return moment
      ? moment.read(steps())
      : this.database.read(steps, { single: plan.statements === 1, control });
  }

  /** The committed data of now, for `each`; null: too many are open. */
  moment(): Promise<Snapshot> | null {
    return this.database.moments?.open() ?? null;
  }

  /** Some texts can be read in pieces. */
  get readsLong(): boolean {
    return this.database.snapshots !== null;
  }

  /** false: too many such reads are under way. */
  get maySendLong(): boolean {
    return this.database.snapshots?.isFree ?? false;
  }

  /**
   * A plan of `PlanCache.long`. `documentId` null: a list; otherwise the promise resolves to null for a missing document. The result
   * null: too many such reads are under way.
   */
  long(
    planned: Planned,
    documentId: string | null,
    page: Page | null,
    costs: Costs,
    control: Control = null,
  ): Promise<LongText | null> | null {
    checkStatements(planned.plan, costs);
    const { maxRows, answerBytes } = costs;
    const opening = this.database.snapshots?.open() ?? null;
    return (
      opening &&
      loadLong().readLong(this.database, opening, planned, {
        documentId,
        page,
        maxRows,
        answerBytes,
        control,
      })
    );
  }

  count(planned: Planned, costs: Costs): Promise<number> | number {
    return this.database.read(() => runTotal(planned.plan, this.#bindings(planned, null, costs)), {
      single: true,
    });
  }

  /** `parse`: the texts of documents → objects. */
  aggregate(
    { plan, values }: Planned<AggregatePlan>,
    costs: Costs,
    parse: ParseDocuments,
    control: Control = null,
  ): Promise<AggregateOutcome> | AggregateOutcome {
    checkStatements(plan, costs);
    const run = (): Promise<AggregateOutcome> | AggregateOutcome =>
      this.database.read(
        () => loadAggregates().runAggregate(plan, this.#bindings({ values }, null, costs), parse),
        {
          single: plan.statements === 1,
          control,
        },
      );
    const { long } = plan;
    if (!long) return run();
    return recovered(run, (error) => {
      if (this.database.dialect.classify(error).kind !== 'overflow') throw error;
      return this.aggregate({ plan: long, values }, costs, parse, control);
    });
  }

  #bindings({ values }: Pick<Planned, 'values'>, documentId: string | null, costs: Costs): Bindings {
    return {
      dialect: this.database.dialect,
      values,
      documentId,
      budget: costs.maxRows,
      maxRows: costs.maxRows,
      rows: costs.rows ?? null,
      answerBytes: costs.answerBytes,
      known: new Map(),
    };
  }

  #cachedTotal({ plan }: Planned, bindings: Bindings, isArriving: boolean): TotalCache {
    if (!plan.total) return NOT_CACHED;
    const key = plan.total.sources.length === 0 ? '' : placeKey(bind(plan.total, bindings).params);
    const totals = this.#totalsOf(plan);
    const known = totals.get(key);
    const { totalOfPlace } = plan;
    if (totalOfPlace === null) {
      const version = this.database.version(plan.totalReads, isArriving);
      if (version === null) return NOT_CACHED;
      return {
        total: known?.version === version ? known.total : null,
        keep: (total) => totals.set(key, { version, total }),
      };
    }
    const state = this.database.rowsAt(totalOfPlace, key, isArriving);
    if (state === null) return NOT_CACHED;
    const { version, moved, moment } = state;
    return {
      total: known?.version === version ? known.total + moved : null,
      keep: (total) => {
        const isExact =
          moment !== null && this.database.rowsAt(totalOfPlace, key, isArriving)?.moment === moment;
        if (isExact) totals.set(key, { version, total: total - moved });
      },
    };
  }

  #totalsOf(plan: RootPlan): GenerationCache<string, CachedTotal> {
    const known = this.#totals.get(plan);
    if (known) return known;
    const totals = new GenerationCache<string, CachedTotal>(200);
    this.#totals.set(plan, totals);
    return totals;
  }
}

const loadLong = (): typeof import('./long-read') => require('./long-read');
const loadAggregates = (): typeof import('./run-aggregate') => require('./run-aggregate');

const NOT_CACHED: TotalCache = { total: null, keep: () => undefined };

/** A page that is not full shows the total, unless it is empty and not the first. */
function totalOfPage(rows: number, page: Page): number | null {
  const isLast = rows < page.limit && (rows > 0 || page.start === 0);
  return isLast ? page.start + rows : null;
}

function checkStatements(plan: { readonly statements: number }, costs: Costs): void {
  if (plan.statements > costs.maxStatements)
    throw coreErrors.QUERY_TOO_COSTLY('populate', 'statements', costs.maxStatements);
}
