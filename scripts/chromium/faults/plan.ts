// What two editors do and what goes wrong meanwhile, drawn from a seed.
import { FIELDS, type FieldName } from './content';
import { randomOf } from './random';

export const EDITORS = ['ann', 'ben'] as const;
export type EditorName = (typeof EDITORS)[number];

export type Step =
  | { readonly kind: 'type'; readonly by: EditorName; readonly field: FieldName; readonly count: number }
  /** The page is closed as soon as the text is kept, and opened again. */
  | { readonly kind: 'crash'; readonly by: EditorName }
  | { readonly kind: 'save' | 'reload' | 'leave' | 'logout'; readonly by: EditorName }
  /** Requests of the editor fail, or are answered but the answer is lost. */
  | { readonly kind: 'offline' | 'busy' | 'lost'; readonly by: EditorName }
  | { readonly kind: 'revoke'; readonly by: EditorName }
  | { readonly kind: 'kill' }
  /** What went wrong is well again. */
  | { readonly kind: 'heal' };

const FAULTS = ['offline', 'busy', 'lost', 'revoke', 'kill', 'logout', 'crash', 'reload', 'leave'] as const;
const STEPS = 14;

export interface Plan {
  readonly seed: number;
  readonly steps: readonly Step[];
}

export function planOf(seed: number): Plan {
  const random = randomOf(seed);
  const steps: Step[] = [];
  while (steps.length < STEPS) {
    const by = random.pick(EDITORS);
    if (random.chance(0.45))
      steps.push({ kind: 'type', by, field: random.pick(FIELDS), count: 1 + random.below(8) });
    else if (random.chance(0.2)) steps.push({ kind: 'save', by });
    else if (random.chance(0.19)) steps.push({ kind: 'heal' });
    else {
      const kind = random.pick(FAULTS);
      steps.push(kind === 'kill' ? { kind } : { kind, by });
    }
  }
  return { seed, steps };
}
