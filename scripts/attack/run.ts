// Makes the attacks of the chosen kinds, one after another, and collects findings.
import type { Case } from '../../conformance/cases/case';
import { createDice, type Dice } from '../../conformance/random/dice';
import { performCase } from '../../conformance/runner/perform-case';
import type { Client } from '../../conformance/wire/client';
import { NotPossible, unsound } from './ask';
import { type Attack, type Breach, breach, type Kind } from './attack';
import type { OpenedTarget } from './open-target';
import { createSite, type Site } from './site';

export interface Finding {
  readonly id: string;
  readonly severity: Attack['severity'];
  readonly rule: string;
  readonly breach: Breach;
}

export interface KindResult {
  readonly name: string;
  readonly made: number;
  readonly seconds: number;
  /** Attacks that this deployment does not allow to make, with the reason. `*` stands for the whole kind. */
  readonly skipped: readonly { readonly id: string; readonly why: string }[];
  readonly findings: readonly Finding[];
  /** Attacks that threw an error: a defect of the suite, or a deployment that refused its preparation. */
  readonly broken: readonly { readonly id: string; readonly why: string }[];
}

export interface RunOptions {
  readonly opened: OpenedTarget;
  readonly client: Client;
  readonly kinds: readonly Kind[];
  readonly seed: number;
  readonly isShort: boolean;
  readonly seen?: (result: KindResult) => void;
}

export async function runAttacks(options: RunOptions): Promise<KindResult[]> {
  const results: KindResult[] = [];
  const work: Case = {
    rows: ['attack'],
    async run(bench) {
      const dice = createDice(options.seed);
      const site = await createSite(bench, { ...options, dice });
      for (const kind of options.kinds) {
        const result = await runKind(kind, { ...site, dice: diceOf(kind, options.seed) });
        results.push(result);
        options.seen?.(result);
      }
    },
  };
  // The accounts and documents of the run are removed like those of a case.
  const { failure } = await performCase(work, options.opened.target, options.client);
  if (failure) throw new Error(`The run could not be prepared or cleaned up: ${failure.message}`);
  return results;
}

/** A kind makes the same choices alone and among others. */
const diceOf = ({ name }: Kind, seed: number): Dice =>
  createDice([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, seed));

async function runKind(kind: Kind, site: Site): Promise<KindResult> {
  const began = performance.now();
  const findings: Finding[] = [];
  const skipped: { id: string; why: string }[] = [];
  const broken: { id: string; why: string }[] = [];
  const absence = kind.absence?.(site) ?? null;
  if (absence !== null) skipped.push({ id: '*', why: absence });
  const attacks = absence === null ? await kind.attacks(site) : [];
  const make = async ({ id, severity, rule, ask }: Attack): Promise<void> => {
    try {
      const found = await ask(site);
      if (found !== null) findings.push({ id: `${kind.name}.${id}`, severity, rule, breach: found });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      (error instanceof NotPossible ? skipped : broken).push({ id: `${kind.name}.${id}`, why });
    }
  };
  if (kind.together) await Promise.all(attacks.map(make));
  else for (const attack of attacks) await make(attack);
  if (attacks.length > 0) await make(STILL_SERVES);
  const made = attacks.length - skipped.length - broken.length;
  const seconds = (performance.now() - began) / 1000;
  return { name: kind.name, made: Math.max(0, made), seconds, skipped, findings, broken };
}

/** After the attacks of a kind. */
const STILL_SERVES: Attack = {
  id: 'still-serves',
  severity: 'high',
  rule: 'After an attack the deployment serves other callers.',
  async ask(site) {
    const [subject] = site.subjects;
    const asked = await site.ask({ path: `/${subject?.path ?? ''}` });
    const wrong = unsound(asked);
    return wrong === null ? null : breach(wrong, asked);
  },
};
