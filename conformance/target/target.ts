// A deployment under test: its address, its credentials, its capabilities.
import type { Deployment } from '../cases/case';
import type { Capability } from '../spec/row';

export interface Ability {
  readonly on: boolean;
  /** The reason, shown for rows that did not run. */
  readonly because: string;
}

export interface Target {
  readonly name: string;
  /** Without a slash at the end. */
  readonly url: string;
  /** The prefix of API paths: `/api`. */
  readonly prefix: string;
  readonly graphql: string;
  /** By name: `full`, `read-only`, …; `anonymous` has none. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly abilities: ReadonlyMap<Capability, Ability>;
  /** Starts a separate deployment; absent when the suite cannot start one. */
  readonly deploy?: (deployment: Deployment) => Promise<Target>;
  readonly close: () => Promise<void>;
}

export function whyNot(target: Target, needs: readonly Capability[]): string | null {
  const reasons = needs.map((need) => reasonAgainst(target, need)).filter((reason) => reason !== null);
  return reasons.length === 0 ? null : [...new Set(reasons)].join('; ');
}

/** `no-drafts` needs disabled drafts. */
function reasonAgainst({ abilities }: Target, need: Capability): string | null {
  if (need.startsWith('no-')) return abilities.get(need.slice(3))?.on ? `${need.slice(3)} is on` : null;
  const ability = abilities.get(need);
  return ability?.on ? null : `${need}: ${ability?.because ?? 'not declared'}`;
}
