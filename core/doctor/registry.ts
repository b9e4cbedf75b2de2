// The checks that plugins add to the doctor, filled while they register.
import type { DoctorCheck } from './check';

export class DoctorChecks {
  readonly #checks = new Map<string, DoctorCheck>();

  add(check: DoctorCheck): void {
    const other = this.#checks.get(check.name);
    if (other)
      throw new Error(
        `The check "${check.name}" is added by ${other.plugin} and by ${check.plugin}; rename one of the two`,
      );
    this.#checks.set(check.name, check);
  }

  all(): readonly DoctorCheck[] {
    return [...this.#checks.values()];
  }
}
