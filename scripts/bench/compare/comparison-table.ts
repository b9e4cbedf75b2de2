// The output of a comparison, and its verdicts.
import { columns } from '../report';
import type { Change, Comparison } from './compare';

export type ChangeVerdict = 'dearer' | 'cheaper' | 'same' | 'DEARER';

/** Smaller differences come from the layout of code in memory. */
const LEAST = 0.02;
const SURE = 0.05;
/** From here on the exit code is 1. */
const MUCH = 0.1;
const VERY_SURE = 0.01;

export function verdictOfChange({
  ratio,
  probability,
}: Pick<Change, 'ratio' | 'probability'>): ChangeVerdict {
  if (Math.abs(ratio - 1) < LEAST || probability > SURE) return 'same';
  if (ratio < 1) return 'cheaper';
  return ratio > 1 + MUCH && probability <= VERY_SURE ? 'DEARER' : 'dearer';
}

export const isWorse = ({ changes }: Comparison): boolean =>
  changes.some((change) => verdictOfChange(change) === 'DEARER');

export function comparisonTable({ ref, changes }: Comparison): string {
  const rows = changes.map((change) => [
    change.scenario,
    change.label,
    `${change.before.toFixed(0)} µs`,
    `${change.now.toFixed(0)} µs`,
    change.ratio.toFixed(3),
    change.probability.toFixed(4),
    verdictOfChange(change),
  ]);
  const remarks = changes.flatMap(({ scenario, label, differs }) =>
    differs === null ? [] : [`${scenario} ${label}: the answers differ: ${differs}`],
  );
  const head = ['', 'scenario', 'before', 'now', 'ratio', 'p', 'verdict'];
  return [`before: ${ref}`, columns([head, ...rows]), ...remarks].join('\n');
}
