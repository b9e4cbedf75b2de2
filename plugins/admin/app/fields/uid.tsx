// A uid, such as the address of an article. In a new document it follows the field that it is made from, as long as nobody has chosen another.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../data/form';
import { labelOf } from '../data/model';
import { uidFrom } from '../data/uid';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { defineField, type FieldProps } from './field';
import { FormContext } from './form-context';
import { Line, textOf, uids } from './texts';

/** After the last key. */
const PAUSE = 300;

/** The server may have made the document, and the form does not know its id yet. */
const isBeingMade = (form: Form): boolean =>
  form.documentId.peek() === null && form.state.peek() === 'saving';

function Uid(props: FieldProps) {
  const { attribute, path, set, disabled } = props;
  const { name, options } = attribute;
  const form = useContext(FormContext);
  const target = typeof options.targetField === 'string' && path.length === 1 ? options.targetField : '';
  const source = form?.fields[target];
  const from = form?.type.attributes.find((each) => each.name === target);
  const text = textOf(source?.value);
  const [failure, setFailure] = useState<unknown>(null);
  /** The text whose uid was compared last, and that uid. */
  const before = useRef({ text, uid: '' });
  const current = (): string => textOf(form?.fields[name]?.peek());

  async function follow(form: Form, signal: AbortSignal): Promise<void> {
    const [id, was] = [form.documentId.peek(), current()];
    const uid = await uidFrom(form, attribute, text, signal);
    if (uid === null) return;
    const last = before.current;
    const isOwn = was === '' || was === uid || was === last.uid;
    // The server makes a uid with the first save, too.
    const isMade = isOwn || (await uidFrom(form, attribute, last.text, signal)) === was;
    if (signal.aborted || !form.isFresh.peek()) return;
    const isOld = current() !== was || form.documentId.peek() !== id || isBeingMade(form);
    if (isOld) return later(form, signal);
    before.current = { text, uid };
    if (isMade && was !== uid) set(path, uid);
  }
  function later(form: Form, signal: AbortSignal): void {
    const timer = setTimeout(() => {
      if (isBeingMade(form)) later(form, signal);
      // The rest of the form is saved also without it.
      else follow(form, signal).catch(() => undefined);
    }, PAUSE);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }
  useEffect(() => {
    if (!form?.isFresh.peek() || disabled || text.trim() === '' || text === before.current.text) return;
    const abort = new AbortController();
    later(form, abort.signal);
    return () => abort.abort();
  }, [text]);

  const make = async (form: Form): Promise<void> => {
    setFailure(null);
    const was = current();
    try {
      const uid = await uidFrom(form, attribute, text);
      if (uid === null) setFailure(new Error(t('No value can be made from this text.')));
      // The person may have typed meanwhile.
      else if (current() === was) set(path, uid);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <div class="row joined">
        <Line {...props} />
        {form && from && !disabled && text.trim() !== '' && (
          <Button kind="quiet" onClick={() => void make(form)}>
            {t('From {source}', { source: labelOf(from) })}
          </Button>
        )}
      </div>
      <Failure error={failure} />
    </>
  );
}

/** The server derives an empty one. */
export const uid = defineField({ types: ['uid'], input: Uid, text: textOf, check: uids });
