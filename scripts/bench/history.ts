// `--record FILE`: keeps the ratios of a run in a JSON file, by commit and database, and draws the file.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Engine } from './data/model';
import { drawHistory } from './draw-history';
import { type Landing, ratiosOf, withRun } from './landings';
import type { Figure } from './scenarios/scenario';

/** Adds a run to the file, and draws the file as an SVG page beside it. */
export function recordRun(file: string, engine: Engine, figures: readonly Figure[], root: string): string {
  const landings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Landing[]) : [];
  const [commit = '', day = ''] = execFileSync('git', ['-C', root, 'log', '-1', '--format=%h %cs'], {
    encoding: 'utf8',
  })
    .trim()
    .split(' ');
  const all = withRun(landings, { commit, day, engine, ratios: ratiosOf(figures) });
  writeFileSync(file, `[\n${all.map((landing) => JSON.stringify(landing)).join(',\n')}\n]\n`);
  const drawing = file.replace(/(\.json)?$/, '.svg');
  writeFileSync(drawing, drawHistory(all));
  return drawing;
}
