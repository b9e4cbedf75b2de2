// A uid, such as the address of an article. In a new document it follows the field that it is made from, until the person types another one.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { labelOf } from '../data/model';
import { uidFrom } from '../data/uid';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { defineField, type FieldProps } from './field';
import { FormContext } from './form-context';
import { Line, textOf, uids } from './texts';

/** After the last key. */
const PAUSE = 400;

function Uid(props: FieldProps) {
  const { attribute, path, set, disabled } = props;
  const form = useContext(FormContext);
  const { targetField } = attribute.options;
  const source = path.length === 1 && typeof targetField === 'string' ? form?.fields[targetField] : undefined;
  const from = form?.type.attributes.find(({ name }) => name === targetField);
  const text = typeof source?.value === 'string' ? source.value : '';
  const [failure, setFailure] = useState<unknown>(null);
  const isTyped = useRef(false);
  const made = useRef(text);
  const make = async (signal?: AbortSignal): Promise<void> => {
    if (!form) return;
    setFailure(null);
    try {
      const uid = await uidFrom(form, attribute, text, signal);
      if (uid !== null && !signal?.aborted) set(path, uid);
    } catch (error) {
      if (!signal?.aborted) setFailure(error);
    }
  };
  useEffect(() => {
    const follows = form?.isFresh.value === true && !disabled && !isTyped.current;
    if (!follows || text === made.current || text.trim() === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      made.current = text;
      // What the field is made from is saved also without it.
      void make(abort.signal).finally(() => setFailure(null));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return (
    <>
      <div class="row joined">
        <Line
          {...props}
          set={(at, typed) => {
            isTyped.current = typed !== null;
            set(at, typed);
          }}
        />
        {source && from && !disabled && text.trim() !== '' && (
          <Button kind="quiet" onClick={() => void make()}>
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
