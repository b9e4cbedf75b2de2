// The recorded ratios, their page, and the curves.
import { drawHistory } from './draw-history';
import { type Landing, ratiosOf, withRun } from './landings';
import { type Curve, scaleTable } from './scale';
import { plainFigure, ratioFigure, skippedFigure } from './scenarios/scenario';

const base = { scenario: 'a', label: 'GET one', unit: 'µs', target: 1.2, failAbove: 1.6 } as const;
const measure = (ratio: number) => ({ ratio, target: 1.2, failAbove: 1.6 });
const landing = (commit: string, ratios: Landing['ratios']): Landing => ({
  commit,
  day: '2026-03-14',
  engine: 'sqlite',
  ratios,
});

it('keeps ratios, and no figure of a machine', () => {
  const figures = [
    ratioFigure(base, 61, 50),
    ratioFigure({ ...base, label: 'unknown' }, Number.NaN, 50),
    plainFigure({ ...base, scenario: 'k', label: 'start', unit: 's' }, 0.3),
    skippedFigure('j', 'server', base, 'refused'),
  ];
  expect(ratiosOf(figures)).toEqual({ 'a GET one': measure(1.22) });
});

it('adds a landing, and replaces the ratios of a commit that is measured again', () => {
  const first = withRun([], landing('aaa', { 'a GET one': measure(1.3), 'b list': measure(1.1) }));
  const second = withRun(first, landing('bbb', { 'a GET one': measure(1.2) }));
  const again = withRun(second, landing('aaa', { 'a GET one': measure(1.4) }));
  expect(
    again.map(({ commit, ratios }) => [commit, ratios['a GET one']?.ratio, ratios['b list']?.ratio]),
  ).toEqual([
    ['aaa', 1.4, 1.1],
    ['bbb', 1.2, undefined],
  ]);
  expect(withRun(first, { ...landing('aaa', {}), engine: 'mysql' })).toHaveLength(2);
});

it('draws a chart per scenario with a point per landing, those above the limit in red', () => {
  const page = drawHistory([
    landing('aaa', { 'a <one>': measure(1.1), 'b list': measure(1) }),
    landing('bbb', { 'a <one>': measure(1.8) }),
  ]);
  expect(page.startsWith('<svg ')).toBe(true);
  expect(page.match(/<g /g)).toHaveLength(2);
  expect(page.match(/<circle/g)).toHaveLength(3);
  expect(page.match(/<circle class="above"/g)).toHaveLength(1);
  expect(page).toContain('<title>bbb 2026-03-14: 1.80</title>');
  expect(page).toContain('sqlite: a &lt;one>: 1.80');
});

it('shows the ratio at each size, and by how much each side grows', () => {
  const at = (rows: number, ours: number, limit: number) =>
    ratioFigure({ ...base, label: `list, ${rows}` }, ours, limit);
  const curve: Curve = { scenario: 'b', label: 'list', figures: [at(1, 60, 50), at(2, 120, 60)] };
  const lines = scaleTable([curve], [1000, 1_000_000]).split('\n');
  expect(lines[0]?.trim().split(/ {2,}/)).toEqual(['ratio at', '1k', '1M', 'ours grows', 'limit grows']);
  expect(lines[1]?.split(/ {2,}/)).toEqual(['b', 'list', '1.20', '2.00', '×2.0', '×1.2']);
});
