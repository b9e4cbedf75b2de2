// A search that runs while a person types. The text is the browser's own, so an answer that comes late changes no letter.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/translate';
import { useSteady } from './pure';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  /** The text that the screen shows the answer of. */
  readonly value: string;
  readonly search: (text: string) => void;
}

/** Most people need less time from letter to letter. */
const PAUSE = 300;

export function SearchField({ label, placeholder = t('Search'), value, search }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The last text of this field. Another value comes from the address. */
  const sent = useRef(value);
  const stop = (): void => clearTimeout(timer.current);
  const now = useSteady((): void => {
    stop();
    const text = input.current?.value ?? '';
    if (text === sent.current) return;
    sent.current = text;
    search(text);
  });
  useEffect(() => stop, []);
  useEffect(() => {
    if (value === sent.current) return;
    stop();
    sent.current = value;
    if (input.current) input.current.value = value;
  }, [value]);
  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onInput={() => {
        stop();
        timer.current = setTimeout(now, PAUSE);
      }}
      onChange={now}
    />
  );
}
