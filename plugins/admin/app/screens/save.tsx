// The state of the last save of a form, and the button and the keys that save it.
import { useEffect } from 'preact/hooks';
import type { Form } from '../data/form';
import { hasDrafts } from '../data/model';
import { timeOf } from '../i18n/moments';
import { msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { showFirstIssue } from './first-issue';

const STATES = {
  saved: msg('Saved'),
  changed: msg('Not saved yet'),
  saving: msg('Saving …'),
  offline: msg('Waiting for the server; your text is kept in this browser'),
  refused: msg('Not saved'),
  clash: msg('The same fields were changed elsewhere'),
} as const;

/** What the last operation has done, such as "Published". */
export interface Done {
  readonly text: string;
  readonly at: number;
}

export function SaveLine({ form, done }: { readonly form: Form; readonly done: Done | null }) {
  const { value: state } = form.state;
  const at = form.savedAt.value;
  if (state === 'saved' && form.unfinished.inputs.value.size > 0)
    return (
      <span class="save refused" role="status">
        {t('A field is not finished, so it is not saved')}
      </span>
    );
  if (state === 'saved' && done)
    return (
      <span class="save saved" role="status">
        <span>{done.text}</span> {timeOf(done.at)}
      </span>
    );
  const isNew = form.document.value === null && state === 'saved';
  return (
    <span class={`save ${state}`} role="status">
      {isNew ? t('New') : t(STATES[state])}
      {state === 'saved' && at !== null && ` ${timeOf(at)}`}
    </span>
  );
}

/** Ctrl S, also on a keyboard with other letters. */
const isSaveKey = ({ ctrlKey, metaKey, shiftKey, altKey, key, code }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  (key.toLowerCase() === 's' || (code === 'KeyS' && !/^[a-z]$/i.test(key)));

export function SaveButton({ form }: { readonly form: Form }) {
  const save = async (): Promise<void> => {
    if (!(await form.save())) showFirstIssue();
  };
  const isWhole = form.unfinished.inputs.value.size === 0;
  // Half a value is lost when the page is closed, so the browser asks.
  useEffect(() => {
    if (isWhole) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWhole]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A field may use the same keys.
      if (event.defaultPrevented || !isSaveKey(event)) return;
      // The browser would save the page.
      event.preventDefault();
      if (!event.repeat) void save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [form]);
  return (
    <Button
      kind={hasDrafts(form.type) ? 'plain' : 'main'}
      disabled={!form.isDirty.value && isWhole && form.documentId.value !== null}
      shortcut="Control+S"
      onClick={save}
    >
      {t('Save')}
    </Button>
  );
}
