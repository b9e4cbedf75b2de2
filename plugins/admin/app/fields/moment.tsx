// Fields of dates and times: those of the browser, on its clock.
import { useState } from 'preact/hooks';
import { dateAndTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { defineField, type FieldProps } from './field';
import { useUnfinished } from './unfinished';

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** What the server stores, and what the input of the browser takes. */
const MOMENTS = {
  date: { input: 'date', length: 10 },
  time: { input: 'time', length: 12 },
  datetime: { input: 'datetime-local', length: 23 },
  timestamp: { input: 'datetime-local', length: 23 },
} as const;

/** `2026-01-01T10:00:00.000Z` → the same moment on the clock of this browser. */
export function localOf(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 23);
}

function Moment({ attribute, value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  const kind = MOMENTS[attribute.type as keyof typeof MOMENTS];
  const isLocal = kind.input === 'datetime-local';
  const text = textOf(value);
  const stored = isLocal ? localOf(text) : text.slice(0, kind.length);
  // The text stays while somebody types: another text of the same moment would move the cursor to the first part.
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && momentOf(attribute.type, typed) === value;
  const [isPart, setPart] = useState(false);
  useUnfinished(id, isPart);
  // The browser has no value for a part of a date, and no event `input` for each key: what is stored stays until the date is whole.
  const look = ({ value: now, validity: { badInput } }: HTMLInputElement): void => {
    setTyped(now);
    setPart(badInput);
    if (badInput) return;
    const next = now === '' ? null : momentOf(attribute.type, now);
    if (next !== (value ?? null) && now !== stored) set(path, next);
  };
  return (
    <>
      <input
        id={id}
        type={kind.input}
        step={kind.input === 'date' ? undefined : 'any'}
        value={isPart ? '' : isTyped ? typed : stored}
        disabled={disabled}
        aria-describedby={isPart ? [`${id}-part`, describedBy].filter(Boolean).join(' ') : describedBy}
        aria-invalid={invalid || isPart}
        aria-required={attribute.required}
        onInput={(event) => look(event.currentTarget)}
        onKeyUp={(event) => look(event.currentTarget)}
        onBlur={(event) => {
          look(event.currentTarget);
          setTyped('');
        }}
      />
      {isPart && (
        <p class="issue" id={`${id}-part`}>
          {t('This is no whole date or time yet, so it is not saved.')}
        </p>
      )}
    </>
  );
}

/** What the input has → what is stored. */
function momentOf(type: string, typed: string): string {
  if (type === 'date') return typed;
  return type === 'time' ? timeOf(typed) : new Date(typed).toISOString();
}

/** `10:30` → `10:30:00.000`. */
const timeOf = (typed: string): string => {
  const [clock = '', parts = '000'] = (typed.length === 5 ? `${typed}:00` : typed).split('.');
  return `${clock}.${parts.padEnd(3, '0')}`;
};

/** On the clock of this browser, as in the form. A text that is no moment stays as it is. */
export const shownMoment = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? text : dateAndTimeOf(text);

const MomentCell = ({ value }: { readonly value: unknown }) => (
  <time dateTime={textOf(value)}>{shownMoment(textOf(value))}</time>
);

export const moment = defineField({
  types: ['datetime', 'timestamp'],
  input: Moment,
  text: textOf,
  cell: MomentCell,
});
export const day = defineField({ types: ['date', 'time'], input: Moment, text: textOf });
