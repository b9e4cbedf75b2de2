// The output: a table of figures with verdicts, and a table of rates when there is a peer.
import type { Measured } from './measure/side-by-side';
import type { Figure } from './scenarios/scenario';

export type Verdict = 'on target' | 'within' | 'ABOVE' | 'DIFFERS' | 'skipped' | 'even' | 'NOISY' | '';

/** The largest accepted difference of the limit from itself. */
const NOISE = 0.1;

export function verdictOf(figure: Figure, self: boolean): Verdict {
  if (figure.skipped !== undefined) return 'skipped';
  if (figure.differs !== undefined) return 'DIFFERS';
  if (self) {
    if (!figure.rates || figure.scenario === 'j') return '';
    return Math.abs(figure.judged - 1) <= NOISE ? 'even' : 'NOISY';
  }
  if (figure.judged <= figure.target) return 'on target';
  return figure.judged <= figure.failAbove ? 'within' : 'ABOVE';
}

export const isBad = (verdict: Verdict): boolean => ['ABOVE', 'DIFFERS', 'NOISY'].includes(verdict);

export function figuresTable(figures: readonly Figure[], self: boolean): string {
  const head = ['', 'scenario', 'ours', 'limit', 'ratio', 'target', 'fail above', 'verdict'];
  const rows = figures.map((figure) => {
    const { scenario, label, unit, ours, limit, target, failAbove } = figure;
    const bound = (value: number): string =>
      limit === null && figure.judged === ours ? amount(value, unit) : String(value);
    return [
      scenario,
      label,
      amount(ours, unit),
      limit === null ? '' : amount(limit, unit),
      limit === null ? '' : figure.judged.toFixed(2),
      bound(target),
      bound(failAbove),
      verdictOf(figure, self),
    ];
  });
  const remarks = figures.flatMap(({ scenario, label, differs, skipped }) => {
    const reason = differs ?? skipped;
    return reason === undefined ? [] : [`${scenario} ${label}: ${reason}`];
  });
  return [columns([head, ...rows]), ...remarks].join('\n');
}

/** Requests per second and latencies; the CPU of a peer is unknown. Null without a peer. */
export function ratesTable(figures: readonly Figure[]): string | null {
  const rows = figures.flatMap(({ scenario, label, rates }) =>
    rates?.peer
      ? [
          [
            scenario,
            label,
            ...rateOf(rates.ours),
            ...rateOf(rates.peer),
            `${(rates.ours.perSecond / rates.peer.perSecond).toFixed(1)}×`,
          ],
        ]
      : [],
  );
  if (rows.length === 0) return null;
  const head = ['', 'scenario', 'ours/s', 'p50 ms', 'p99 ms', 'peer/s', 'p50 ms', 'p99 ms', 'faster'];
  return columns([head, ...rows]);
}

const rateOf = ({ perSecond, p50, p99 }: Measured): string[] => [
  perSecond.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
];

function amount(value: number, unit: Figure['unit']): string {
  if (Number.isNaN(value)) return '–';
  return `${value.toFixed(unit === 'µs' || unit === 'MB' ? (value < 10 ? 1 : 0) : 2)} ${unit}`;
}

export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          index < 2 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
