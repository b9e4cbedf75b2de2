// Fields of numbers, choices, switches and JSON.
import { useContext, useState } from 'preact/hooks';
import { labelOf } from '../data/model';
import { t } from '../i18n/translate';
import { defineField, type FieldProps } from './field';
import { FormContext } from './form-context';
import { useUnfinished } from './unfinished';

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const bounds = (value: unknown, { options: { min, max } }: FieldProps['attribute']): string | null => {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  if (Number.isNaN(number)) return t('This is no number.');
  if (min !== undefined && number < Number(min)) return t('At least {number}.', { number: Number(min) });
  if (max !== undefined && number > Number(max)) return t('At most {number}.', { number: Number(max) });
  return null;
};

/** Large whole numbers and decimals stay text, so no digit is lost. */
const EXACT = new Set(['biginteger', 'decimal']);

function Numeric({ attribute, value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  const isWhole = attribute.type === 'integer' || attribute.type === 'biginteger';
  // A save answers `1.0` with 1. The text stays while somebody types, so that the next key makes it 1.05.
  const [typed, setTyped] = useState('');
  const isTyped =
    attribute.type !== 'biginteger' &&
    typed.trim() !== '' &&
    textOf(value) !== '' &&
    Number(typed) === Number(value);
  return (
    <input
      id={id}
      type="text"
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={isTyped ? typed : textOf(value)}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={attribute.required}
      onBlur={() => setTyped('')}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        const text = event.currentTarget.value.trim();
        const number = Number(text);
        // A text that is no number yet, such as "-", stays as it is.
        const isExact = EXACT.has(attribute.type) || Number.isNaN(number) || String(number) !== text;
        set(path, text === '' ? null : isExact ? text : number);
      }}
    />
  );
}

function Choice({ attribute, value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  const choices = Array.isArray(attribute.options.enum) ? attribute.options.enum.map(String) : [];
  return (
    <select
      id={id}
      value={textOf(value)}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={attribute.required}
      onChange={(event) => set(path, event.currentTarget.value === '' ? null : event.currentTarget.value)}
    >
      <option value="">–</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function Switch({ attribute, value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  const states = [
    [true, t('Yes')],
    [false, t('No')],
    [null, t('Not set')],
  ] as const;
  return (
    <div
      class="switch"
      role="radiogroup"
      id={id}
      aria-label={labelOf(attribute)}
      aria-describedby={describedBy}
      aria-invalid={invalid}
    >
      {states.map(([state, text]) => (
        <label key={text}>
          <input
            type="radio"
            name={id}
            checked={(value ?? null) === state}
            disabled={disabled}
            onChange={() => set(path, state)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}

const jsonOf = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** null: it is JSON, or nothing. */
function mistakeIn(text: string): string | null {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function Json({ value, path, id, disabled, set, describedBy, invalid, attribute }: FieldProps) {
  const stored = jsonOf(value);
  // An entry may be at another place later.
  const [name] = path.length === 1 ? path.map(String) : [];
  const texts = useContext(FormContext)?.unfinished;
  const [draft, setDraft] = useState(() =>
    name === undefined ? null : (texts?.recall(name, stored) ?? null),
  );
  const mistake = draft === null ? null : mistakeIn(draft);
  useUnfinished(id, mistake !== null);
  const type = (text: string): void => {
    setDraft(text);
    if (mistakeIn(text) === null) {
      if (name !== undefined) texts?.forget(name);
      set(path, text.trim() === '' ? null : JSON.parse(text));
    } else if (name !== undefined) texts?.keep(name, text, stored);
  };
  return (
    <>
      <textarea
        id={id}
        rows={6}
        class="code grows"
        spellcheck={false}
        value={draft ?? stored}
        disabled={disabled}
        aria-describedby={
          mistake === null ? describedBy : [`${id}-part`, describedBy].filter(Boolean).join(' ')
        }
        aria-invalid={invalid || mistake !== null}
        aria-required={attribute.required}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={() => mistake === null && setDraft(null)}
      />
      {mistake !== null && (
        <p class="issue" id={`${id}-part`}>
          {t('This is no JSON yet, so it is not saved: {problem}', { problem: mistake })}
        </p>
      )}
    </>
  );
}

export const numeric = defineField({
  types: ['integer', 'biginteger', 'decimal', 'float'],
  input: Numeric,
  text: textOf,
  check: bounds,
});
export const choice = defineField({ types: ['enumeration'], input: Choice, text: textOf });
export const boolean = defineField({
  types: ['boolean'],
  input: Switch,
  isGroup: true,
  text: (value) => (value === true ? t('Yes') : value === false ? t('No') : ''),
});
/** Also for attribute types of plugins that bring no field. */
export const json = defineField({ types: ['json', 'array'], input: Json, text: jsonOf });
