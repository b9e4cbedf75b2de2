// Every scenario, by letter. The letters are those of the design's table; m is ours.
import { AGAINST_LIMIT } from './against-limit';
import { BESIDE_SLOW } from './beside-slow';
import { MEMORY, START } from './process';
import type { Scenario } from './scenario';
import { SIZE } from './size';

export const SCENARIOS: readonly Scenario[] = [...AGAINST_LIMIT, BESIDE_SLOW, START, MEMORY, SIZE].sort(
  (a, b) => (a.letter < b.letter ? -1 : 1),
);
