// The interface of a security check: one line of the checklist for production. `quire doctor --security` runs them on the started
// application, without opening its port.
import { callable, string } from '../../kernel/check/checks';
import { part } from '../../kernel/check/part';

export interface SecurityCheck {
  readonly name: string;
  /** The rule, in one line: `the server does not trust anonymous callers`. */
  readonly description: string;
  /** One sentence per breach: the open part, and the remedy. Empty: the rule holds. */
  check(): Promise<readonly string[]> | readonly string[];
}

export interface SecurityResult {
  readonly name: string;
  readonly description: string;
  readonly breaches: readonly string[];
}

export async function runSecurityChecks(checks: Iterable<SecurityCheck>): Promise<readonly SecurityResult[]> {
  const results: SecurityResult[] = [];
  for (const check of checks) {
    const { name, description } = check;
    results.push({ name, description, breaches: await check.check() });
  }
  return results;
}

export const securityCheckShape = part({
  name: string({ min: 1 }),
  description: string({ min: 1 }),
  check: callable(),
});
