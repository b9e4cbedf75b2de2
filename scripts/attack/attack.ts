// The words of the suite. A kind has attacks. An attack asks, and returns the breach of its rule, or null.
import type { Exchange } from './ask';
import type { Site } from './site';

export type Severity = 'low' | 'medium' | 'high';

export interface Attack {
  /** `login.texts`; the report puts the kind before it. */
  readonly id: string;
  readonly severity: Severity;
  /** The sentence that a finding breaks. */
  readonly rule: string;
  readonly ask: (site: Site) => Promise<Breach | null>;
}

export interface Breach {
  readonly what: string;
  /** Lines for a shell that repeat the exchange. */
  readonly commands: readonly string[];
}

export interface Kind {
  readonly name: string;
  readonly summary: string;
  /** The reason why the kind does not apply to the deployment, or null. */
  readonly absence?: (site: Site) => string | null;
  /** The attacks do not disturb each other, so they are made at once. */
  readonly together?: true;
  readonly attacks: (site: Site) => readonly Attack[] | Promise<readonly Attack[]>;
}

export const breach = (what: string, ...exchanges: readonly Exchange[]): Breach => ({
  what,
  commands: exchanges.map(({ command }) => command),
});
