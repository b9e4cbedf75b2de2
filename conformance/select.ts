// Selects the rows of a run.
import type { Options } from './options';
import type { Row } from './spec/row';

type Selection = Pick<Options, 'only' | 'skip' | 'skipNeeds' | 'levels' | 'grep'>;

export function selectRows(
  rows: readonly Row[],
  profile: 'spec' | 'quire' | 'all',
  selection: Selection,
): Row[] {
  const { only, skip, skipNeeds, levels, grep } = selection;
  return rows.filter(
    (row) =>
      (profile === 'all' || row.profile === profile) &&
      (only.length === 0 || only.some((start) => isBelow(row.id, start))) &&
      !skip.some((start) => isBelow(row.id, start)) &&
      !row.needs.some((need) => skipNeeds.includes(need)) &&
      (levels.length === 0 || levels.includes(row.level)) &&
      (grep === null || grep.test(row.id) || grep.test(row.says)),
  );
}

/** `rest.sort` selects the section and all rows below it, not `rest.sorting`. */
const isBelow = (id: string, start: string): boolean =>
  id === start || id.startsWith(/[.*]$/.test(start) ? start.replace(/\*$/, '') : `${start}.`);
