// A deployment under test: where it answers, whose credentials there are, what it can do.
import type { Deployment } from '../cases/case';
import type { Capability } from '../spec/row';

export interface Ability {
  readonly on: boolean;
  /** Why it is taken to be so: read by whoever wonders about a row that was not asked. */
  readonly because: string;
}

export interface Target {
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** What API paths start with: `/api`. */
  readonly prefix: string;
  readonly graphql: string;
  /** By whose name: `full`, `read-only`, …; none for `anonymous`. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly abilities: ReadonlyMap<Capability, Ability>;
  /** Starts another one for itself; absent where a deployment cannot be started by the suite. */
  readonly deploy?: (deployment: Deployment) => Promise<Target>;
  readonly close: () => Promise<void>;
}

export function whyNot(target: Target, needs: readonly Capability[]): string | null {
  const reasons = needs.map((need) => reasonAgainst(target, need)).filter((reason) => reason !== null);
  return reasons.length === 0 ? null : [...new Set(reasons)].join('; ');
}

/** `no-drafts` needs that drafts are off. */
function reasonAgainst({ abilities }: Target, need: Capability): string | null {
  if (need.startsWith('no-')) return abilities.get(need.slice(3))?.on ? `${need.slice(3)} is on` : null;
  const ability = abilities.get(need);
  return ability?.on ? null : `${need}: ${ability?.because ?? 'not declared'}`;
}
