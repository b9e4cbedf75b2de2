import type { AxisDefinition, ParallelAxis, StagesAxis } from './axis';
import { axisMistake, isShown, isShownRowOf, pendingColumnAt } from './axis-kind';

const PARALLEL: ParallelAxis = {
  name: 'channel',
  column: 'channel',
  kind: 'parallel',
  store: { kind: 'enum', values: ['web', 'print'] },
  base: () => 'web',
  defaultValue: () => 'web',
  any: true,
  pin: 'select',
};
const STAGES: StagesAxis = {
  ...PARALLEL,
  name: 'phase',
  column: 'phase',
  kind: 'stages',
  store: { kind: 'enum', values: ['work', 'shown'] },
  base: () => 'shown',
  defaultValue: () => 'shown',
  working: 'work',
};

const MISTAKES: readonly (readonly [string, object, readonly AxisDefinition[], string | null])[] = [
  ['a parallel axis', PARALLEL, [STAGES], null],
  ['an axis of stages', STAGES, [PARALLEL], null],
  ['two axes of one name', PARALLEL, [PARALLEL], 'two plugins attach an axis named "channel"'],
  ['no kind', { ...PARALLEL, kind: undefined }, [], 'has no kind'],
  [
    'permissions of unknown values',
    { ...PARALLEL, store: { kind: 'text', length: 9 }, permission: () => 'x' },
    [],
    'set any: false',
  ],
  ['two axes of stages', { ...STAGES, name: 'step' }, [STAGES], 'are both of kind'],
  [
    'a base that is not shown',
    { ...STAGES, base: () => 'work' },
    [],
    'base() and defaultValue() must be equal',
  ],
  ['a working value that is shown', { ...STAGES, working: 'shown' }, [], 'needs `working`'],
  ['an unknown working value', { ...STAGES, working: 'other' }, [], 'needs `working`'],
];

test.each(MISTAKES)('checks %s', (_, axis, others, message) => {
  const found = axisMistake(axis as AxisDefinition, others);
  if (message === null) expect(found).toBeNull();
  else expect(found).toContain(message);
});

describe('the rows of a type with both kinds', () => {
  const type = { axes: [PARALLEL, STAGES].map((axis) => ({ axis, shared: new Set<string>() })) };
  const row = (channel: string, phase: string) => ({ channel, phase });

  test('one is shown per value of the parallel axis', () => {
    expect([isShown(type, row('print', 'shown')), isShown(type, row('web', 'work'))]).toEqual([true, false]);
  });

  test('only working rows say whether they have pending changes', () => {
    expect(pendingColumnAt(type, row('web', 'work'))).toBe('phase_pending');
    expect(pendingColumnAt(type, row('web', 'shown'))).toBeNull();
    expect(pendingColumnAt({ axes: type.axes.slice(0, 1) }, row('web', 'work'))).toBeNull();
  });

  test('a working row has the shown row of its own parallel value', () => {
    expect(isShownRowOf(type, row('web', 'shown'), row('web', 'work'))).toBe(true);
    expect(isShownRowOf(type, row('print', 'shown'), row('web', 'work'))).toBe(false);
    expect(isShownRowOf(type, row('web', 'work'), row('web', 'shown'))).toBe(false);
  });
});
