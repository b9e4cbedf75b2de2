// What is done with a stored document beside saving it, such as its publication. Nothing here is sent again by itself: the server may have done
// it, and the person may want something else by then.
import { batch, signal } from '@preact/signals';
import { t } from '../i18n/translate';
import { ApiError, type Issue } from './client';
import type { FormParts } from './form-parts';
import type { Path } from './form-values';
import { withoutAt } from './issues';
import { labelsOf, writableOf } from './model';
import type { Saving } from './saving';

export type Operations = ReturnType<typeof createOperations>;

export function createOperations({ type, id, values, requests }: FormParts, saving: Saving) {
  /** Stays until the person acts. Saves of the form do not change it. */
  const failure = signal<ApiError | null>(null);
  const issues = signal<readonly Issue[]>([]);

  const forget = (): void =>
    batch(() => {
      failure.value = null;
      issues.value = [];
    });

  function fail(error: ApiError): false {
    batch(() => {
      failure.value = error;
      issues.value = error.issues;
    });
    return false;
  }

  /** The person sees what was stored meanwhile, and decides again. */
  function failBecauseOf(taken: readonly string[]): false {
    const names = writableOf(type, taken);
    const message =
      names.length > 0
        ? t('{fields}: changed elsewhere. Look at it, and repeat the action.', {
            fields: labelsOf(type, names),
          })
        : t('The document was changed elsewhere. Look at it, and repeat the action.');
    return fail(new ApiError(412, message));
  }

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 412) return fail(error);
      return failBecauseOf(await saving.reload().catch(() => []));
    }
  }

  return {
    failure,
    issues,
    forget,

    async operate(name: string): Promise<boolean> {
      forget();
      if (!(await saving.save()))
        return saving.state.peek() === 'offline'
          ? fail(new ApiError(0, t('Your text is not saved yet. Repeat the action when it is.')))
          : false;
      const taken = saving.takenBySave();
      if (taken.length > 0) return failBecauseOf(taken);
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
