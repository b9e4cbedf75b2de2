// A deployment under test: its address, its credentials, its capabilities.
import type { Deployment } from '../cases/case';
import type { Capability } from '../spec/row';

export interface Ability {
  readonly on: boolean;
  /** The reason, shown for rows that did not run. */
  readonly because: string;
  /** It was not declared, and did not answer. `--declare` makes its rows run. */
  readonly undeclared?: true;
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
  /** The output of a separate deployment that fails to start; null when it starts. Absent as `deploy`. */
  readonly refusal?: (deployment: Deployment) => Promise<string | null>;
  readonly close: () => Promise<void>;
}

/** Why a row or a case is not applicable. */
export interface Absence {
  readonly reason: string;
  /** The needs that the deployment does not meet. */
  readonly missing: readonly Capability[];
  /** Those of them that `--declare` could name. */
  readonly undeclared: readonly Capability[];
}

export function absenceOf({ abilities }: Target, needs: readonly Capability[]): Absence | null {
  const missing = [...new Set(needs)].filter((need) => !isMet(abilities, need));
  if (missing.length === 0) return null;
  return {
    reason: [...new Set(missing.map((need) => reasonOf(abilities, need)))].join('; '),
    missing,
    undeclared: missing.filter((need) => abilities.get(need)?.undeclared),
  };
}

/** `no-drafts` needs disabled drafts. */
const isMet = (abilities: Target['abilities'], need: Capability): boolean =>
  need.startsWith('no-') ? !abilities.get(need.slice(3))?.on : abilities.get(need)?.on === true;

const reasonOf = (abilities: Target['abilities'], need: Capability): string =>
  need.startsWith('no-')
    ? `${need.slice(3)} is on`
    : `${need}: ${abilities.get(need)?.because ?? 'unknown to the suite'}`;
