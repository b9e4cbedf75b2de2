// The report for a terminal: one line per kind, then each finding with its command.
import type { Finding, KindResult } from './run';

/** Findings to print: many have one cause. */
const MOST = 40;

export const isClean = (results: readonly KindResult[]): boolean =>
  results.every(({ findings, broken }) => findings.length === 0 && broken.length === 0);

export function kindLine({ name, made, seconds, findings, skipped, broken }: KindResult): string {
  const [first] = skipped;
  if (first?.id === '*') return `skipped  ${name}: ${first.why}`;
  const verdict = findings.length > 0 || broken.length > 0 ? 'FAILED ' : 'ok     ';
  const counts = [
    `${made} attacks`,
    `${findings.length} findings`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(broken.length > 0 ? [`${broken.length} could not run`] : []),
  ];
  return `${verdict}  ${name} (${seconds.toFixed(1)} s): ${counts.join(', ')}`;
}

export function details(results: readonly KindResult[]): string {
  const findings = results.flatMap((result) => result.findings);
  const lines = [
    ...findings.slice(0, MOST).flatMap(findingLines),
    ...(findings.length > MOST ? ['', `… and ${findings.length - MOST} more findings`] : []),
    ...results.flatMap(({ broken }) => broken.map(({ id, why }) => `could not run  ${id}: ${why}`)),
    ...reasons(results),
  ];
  const made = results.reduce((sum, result) => sum + result.made, 0);
  return [...lines, '', `${made} attacks, ${findings.length} findings`].join('\n');
}

const findingLines = ({ id, severity, rule, breach }: Finding): string[] => [
  '',
  `${severity.toUpperCase()}  ${id}`,
  `  broken: ${rule}`,
  `  seen:   ${breach.what}`,
  ...breach.commands.map((command) => `  ${command}`),
];

/** Skipped attacks, by reason. */
function reasons(results: readonly KindResult[]): string[] {
  const ids = new Map<string, string[]>();
  for (const { skipped } of results)
    for (const { id, why } of skipped) if (id !== '*') ids.set(why, [...(ids.get(why) ?? []), id]);
  return [...ids].map(([why, list]) => `skipped  ${list.length} (${list[0]} …): ${why}`);
}
