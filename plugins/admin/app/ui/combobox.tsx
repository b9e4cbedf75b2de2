// A text field with a list of suggestions. The text is the browser's own, so no letter is lost while somebody types fast.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Suggestion } from '../data/suggestion';
import { t } from '../i18n/translate';

export interface ComboboxProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  readonly onPick: (found: Suggestion) => void;
}

const PAUSE = 150;

export function Combobox({ id, label, placeholder, search, onPick }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly Suggestion[] | null>(null);
  const [active, setActive] = useState(0);
  const [failure, setFailure] = useState('');
  const asked = useRef<{ timer?: ReturnType<typeof setTimeout>; abort?: AbortController }>({});

  const stop = (): void => {
    clearTimeout(asked.current.timer);
    asked.current.abort?.abort();
  };
  useEffect(() => stop, []);

  const look = (pause: number): void => {
    stop();
    asked.current.timer = setTimeout(() => {
      const abort = new AbortController();
      asked.current.abort = abort;
      search(input.current?.value ?? '', abort.signal).then(
        (list) => {
          if (abort.signal.aborted) return;
          setFound(list);
          setActive(0);
          setFailure('');
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
        },
      );
    }, pause);
  };
  const close = (): void => {
    stop();
    setFound(null);
  };
  const leave = (): void => {
    close();
    // Typed text chooses nothing: it would look like a value. A window that loses the focus keeps it.
    if (input.current && document.activeElement !== input.current) input.current.value = '';
  };
  const pick = (item: Suggestion | undefined): void => {
    if (!item) return;
    onPick(item);
    if (input.current) input.current.value = '';
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = found?.length ?? 0;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      if (found === null) look(0);
      else setActive(count === 0 ? 0 : (active + 1) % count);
    } else if (event.key === 'ArrowUp' && found) {
      event.preventDefault();
      setActive(count === 0 ? 0 : (active + count - 1) % count);
    } else if (event.key === 'Enter' && found) {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === 'Escape' && found) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <div class="combobox">
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={label}
        aria-expanded={found !== null}
        aria-controls={`${id}-list`}
        aria-activedescendant={found?.[active] ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        onInput={() => look(PAUSE)}
        onClick={() => look(0)}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {failure !== '' && <p class="issue">{failure}</p>}
      <div id={`${id}-list`} role="listbox" aria-label={label} class={found ? 'options' : 'options closed'}>
        {found?.map((item, index) => (
          <div
            id={`${id}-${index}`}
            key={item.id}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              event.preventDefault();
              pick(item);
            }}
          >
            {item.title}
            {item.note && <small> {item.note}</small>}
          </div>
        ))}
        {found?.length === 0 && <div class="nothing">{t('Nothing found')}</div>}
      </div>
    </div>
  );
}
