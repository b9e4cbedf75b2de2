// The check of `quire doctor`: dead jobs, jobs that no plugin knows, and jobs that no process runs.
import type { DoctorCheck, Finding } from '../../core';

/** Milliseconds after which a job that is due counts as stuck. */
const STUCK = 900_000;

export const jobsCheck = (isKnown: (name: string) => boolean): DoctorCheck => ({
  name: 'jobs',
  description: 'jobs run, and a plugin knows each of them',
  async *run({ all, dialect }) {
    const rows = await all(
      `SELECT name, state, COUNT(*), SUM(CASE WHEN due < ${dialect.now} - ${STUCK} THEN 1 ELSE 0 END) FROM jobs WHERE state <> 'cancelled' GROUP BY name, state ORDER BY name, state`,
    );
    for (const [name, state, count, stuck] of rows) {
      const message = problemOf(String(name), String(state), Number(count), Number(stuck), isKnown);
      if (message !== null) yield { where: `jobs, ${name}`, message } satisfies Finding;
    }
  },
});

function problemOf(
  name: string,
  state: string,
  count: number,
  stuck: number,
  isKnown: (name: string) => boolean,
): string | null {
  if (state === 'dead')
    return `${count} dead; "quire jobs list --state dead --name ${name}" shows the errors, "quire jobs retry --name ${name}" runs the jobs again`;
  if (!isKnown(name))
    return `${count} ${state}, and no plugin adds this job; enable its plugin, or cancel the jobs with "quire jobs cancel ID"`;
  if (stuck > 0)
    return `${stuck} due for more than 15 minutes; start a process that runs jobs ("quire jobs work"), or raise \`concurrency\``;
  return null;
}
