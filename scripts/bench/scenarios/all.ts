// Every scenario, by letter. The letters are those of the design's table; m is ours.
import { AGAINST_LIMIT } from './against-limit';
import { BESIDE_SLOW } from './beside-slow';
import { MEMORY, START } from './process';
import type { Scenario } from './scenario';
import { SIZE } from './size';
import { AXES, PUBLISH } from './versions';

export const SCENARIOS: readonly Scenario[] = [
  ...AGAINST_LIMIT,
  PUBLISH,
  BESIDE_SLOW,
  START,
  MEMORY,
  SIZE,
  AXES,
].sort((a, b) => (a.letter < b.letter ? -1 : 1));
