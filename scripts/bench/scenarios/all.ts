// Every scenario, by letter.
import { AFTER_WRITE } from './after-write';
import { AGAINST_LIMIT } from './against-limit';
import { ALL_PLUGINS } from './all-plugins';
import { BESIDE_SLOW } from './beside-slow';
import { GRAPHQL_LIST } from './graphql';
import { GRAPHQL_MEMORY, SCHEMA } from './graphql-process';
import { INDEXED_WRITES } from './indexed-writes';
import { KEPT_RESULTS } from './kept-results';
import { LATER } from './later';
import { BESIDE_UPLOADS, COVER } from './media';
import { METRICS } from './metrics';
import { MEMORY, START } from './process';
import type { Scenario } from './scenario';
import { SIZE } from './size';
import { AXES, PUBLISH } from './versions';

export const SCENARIOS: readonly Scenario[] = [
  ...AGAINST_LIMIT,
  PUBLISH,
  BESIDE_SLOW,
  GRAPHQL_LIST,
  START,
  MEMORY,
  SIZE,
  AXES,
  COVER,
  BESIDE_UPLOADS,
  AFTER_WRITE,
  ALL_PLUGINS,
  SCHEMA,
  GRAPHQL_MEMORY,
  INDEXED_WRITES,
  LATER,
  METRICS,
  KEPT_RESULTS,
].sort((a, b) => (a.letter < b.letter ? -1 : 1));
