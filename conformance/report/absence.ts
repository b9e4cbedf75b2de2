// The first line of a report: how many rows were not applicable, why, and what to declare.
import type { RunResult } from '../runner/run';

export function absenceLine({ rows }: RunResult): string {
  const absent = rows.filter(({ status }) => status === 'not applicable');
  if (absent.length === 0) return `All ${rows.length} rows were applicable.`;
  const counts = new Map<string, number>();
  for (const { absence, reason } of absent)
    for (const name of absence?.missing ?? [reason ?? 'not reached'])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const why = [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
  const declarable = [...new Set(absent.flatMap(({ absence }) => absence?.undeclared ?? []))];
  const remedy =
    declarable.length === 0
      ? ''
      : ` Declare what the deployment has, so that these rows run: --declare ${declarable.join(',')}`;
  return `${absent.length} of ${rows.length} rows were not applicable. They need: ${why}.${remedy}`;
}
