// What is done with a stored document beside saving it, such as its publication. Nothing here is sent again by itself: the server may have done
// it, and the person may want something else by then.
import { batch, signal } from '@preact/signals';
import { ApiError, type Issue } from './client';
import type { FormParts } from './form-parts';
import type { Path } from './form-values';
import { withoutAt } from './issues';
import type { Saving } from './saving';

export type Operations = ReturnType<typeof createOperations>;

export function createOperations({ id, values, requests }: FormParts, saving: Saving) {
  /** Stays until the person acts. Saves of the form do not change it. */
  const failure = signal<ApiError | null>(null);
  const issues = signal<readonly Issue[]>([]);

  const forget = (): void =>
    batch(() => {
      failure.value = null;
      issues.value = [];
    });

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The person sees what was stored meanwhile, and decides again.
      if (error.status === 412) await saving.reload().catch(() => undefined);
      batch(() => {
        failure.value = error;
        issues.value = error.issues;
      });
      return false;
    }
  }

  return {
    failure,
    issues,
    forget,

    async operate(name: string): Promise<boolean> {
      forget();
      if (!(await saving.save())) return false;
      return attempt(async () => {
        await requests.operate(id.value, name, values.seen());
        await saving.reload();
        saving.clear();
      });
    },

    remove(everywhere: boolean): Promise<boolean> {
      forget();
      return attempt(() => requests.remove(id.value, values.seen(), everywhere));
    },

    /** The person has changed the field. With its last issue, the failure is solved. */
    changed(path: Path): void {
      if (issues.peek().length === 0) return;
      issues.value = withoutAt(issues.peek(), path);
      if (issues.peek().length === 0) forget();
    },
  };
}
