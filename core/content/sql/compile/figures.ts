// The figures of one level as SQL, and how their columns become values. One statement computes all operators of a level.
//
// Query: article
// Words: {"count":true,"sum":["rating"],"max":["rating"]}
//   SELECT json_object('f1',g.a1), g.c, g.a0 FROM (SELECT count(*) AS c, CAST(sum(r.f0) AS TEXT) AS a0, max(r.f0) AS a1 FROM
//     (SELECT t0."rating" AS f0 FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ?) r) g LIMIT +?
//
// When SQLite raises an error because a sum leaves 64 bits, `long` of the plan runs. It sums the high and the low 32 bits apart.

import type { Row } from '../../../database/database';
import { fromScaled, toScaled } from '../../../database/dialects/scaled';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { ScalarAttribute } from '../../model/compiled/content-type';
import type { Figure, FigureOperator } from '../../query/ast';
import { type CompileContext, specOf } from './context';

export interface FigureCell {
  readonly operator: FigureOperator;
  readonly name: string;
  /** `extremes`: the parsed JSON of the least and the greatest values. */
  read(row: Row, extremes: Readonly<Record<string, unknown>>): unknown;
}

/** The columns of one statement. Each level of the statement reads the columns of the level inside it. */
export class FigureColumns {
  /** The fields that figures read, as `f0`, `f1` … */
  readonly fields: ScalarAttribute[] = [];
  /** Aggregates, as `a0`, `a1` … */
  readonly aggregates: string[] = [];
  readonly cells: FigureCell[];
  readonly #extremes: (readonly [key: string, expr: string])[] = [];
  readonly #plain: string[] = [];

  /** `first`: the column of the JSON; the number of documents is next to it. */
  constructor(
    figures: readonly Figure[],
    readonly first: number,
    private readonly context: CompileContext,
    readonly sumText: (expr: string) => string,
  ) {
    this.cells = figures.map((figure, index) => this.#cell(figure, `f${index}`));
  }

  /** Of rows named `g`. */
  columns(): string[] {
    return [this.context.dialect.jsonRow(this.#extremes), 'g.c', ...this.#plain];
  }

  #cell({ operator, field }: Figure, key: string): FigureCell {
    const { dialect } = this.context;
    const { name } = field;
    const value = `r.f${this.#field(field)}`;
    if (operator === 'min' || operator === 'max') {
      const found = `g.${this.#aggregate(`${operator}(${value})`)}`;
      this.#extremes.push([key, field.type.json(found, dialect, field.options)]);
      return { operator, name, read: (_row, extremes) => extremes[key] };
    }
    const spec = specOf(field);
    const isDouble = spec.kind === 'double';
    const sumAt = this.#column(isDouble ? `sum(${value} / ${DOUBLE_UNIT})` : this.sumText(value));
    const sumOf = (row: Row): string | number | null => {
      const sum = row[sumAt];
      if (sum === null || sum === undefined) return null;
      return isDouble ? Number(sum) : dialect.readSum(String(sum), spec);
    };
    if (operator === 'sum') return { operator, name, read: (row) => shownSum(field, sumOf(row)) };
    const countAt = this.#column(`count(${value})`);
    return { operator, name, read: (row) => average(sumOf(row), Number(row[countAt])) };
  }

  #field(field: ScalarAttribute): number {
    const known = this.fields.indexOf(field);
    return known >= 0 ? known : this.fields.push(field) - 1;
  }

  #aggregate(expr: string): string {
    const known = this.aggregates.indexOf(expr);
    return `a${known >= 0 ? known : this.aggregates.push(expr) - 1}`;
  }

  #column(expr: string): number {
    const column = `g.${this.#aggregate(expr)}`;
    const known = this.#plain.indexOf(column);
    return this.first + 2 + (known >= 0 ? known : this.#plain.push(column) - 1);
  }
}

/** 2^60: dividing a double by it is exact, and the sum of the quotients cannot overflow. */
const DOUBLE_UNIT = 2 ** 60;

/** As the field itself shows a value. */
function shownSum(field: ScalarAttribute, sum: string | number | null): unknown {
  if (sum === null) return null;
  const total = typeof sum === 'number' ? sum * DOUBLE_UNIT : sum;
  if (typeof total === 'number' && !Number.isFinite(total))
    throw coreErrors.QUERY_INVALID(
      `The sum of ${field.name} is beyond the largest number, 1.8e308; ask for its average instead`,
    );
  return JSON.parse(field.type.toJson(total, field.options));
}

const DIGITS = 40;

/** Of an exact sum the nearest double. */
function average(sum: string | number | null, count: number): number | null {
  if (sum === null) return null;
  if (typeof sum === 'number') return (sum / count) * DOUBLE_UNIT;
  const scaled = BigInt(toScaled(sum, DIGITS) ?? 0);
  return Number(fromScaled(scaled / BigInt(count), DIGITS));
}
