// Fields of one line and of several lines.
import { useRef } from 'preact/hooks';
import { labelOf } from '../data/model';
import { msg, numberOf, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { defineField, type FieldProps } from './field';

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);
const storedOf = (text: string): string | null => (text === '' ? null : text);

const lengths = (value: unknown, { options }: FieldProps['attribute']): string | null => {
  const { length } = textOf(value);
  if (typeof options.maxLength === 'number' && length > options.maxLength)
    return plural(
      options.maxLength,
      'At most {count} character; now {length}.',
      'At most {count} characters; now {length}.',
      { length },
    );
  if (typeof options.minLength === 'number' && length > 0 && length < options.minLength)
    return plural(
      options.minLength,
      'At least {count} character; now {length}.',
      'At least {count} characters; now {length}.',
      { length },
    );
  return null;
};

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const UID = /^[\w.~-]*$/;

/** The server checks more of an address. */
const addresses: typeof lengths = (value, attribute) =>
  textOf(value) === '' || ADDRESS.test(textOf(value))
    ? lengths(value, attribute)
    : t('This is no e-mail address.');

export const uids: typeof lengths = (value, attribute) =>
  UID.test(textOf(value)) ? lengths(value, attribute) : t('Only letters from A to Z, digits, and - _ . ~');

/** The signs of a text that comes near its limit. */
function Count({ attribute: { options }, value }: Pick<FieldProps, 'attribute' | 'value'>) {
  const { maxLength } = options;
  const { length } = textOf(value);
  return typeof maxLength !== 'number' || length < maxLength * 0.9 ? null : (
    <small class="count">
      {numberOf(length)} / {numberOf(maxLength)}
    </small>
  );
}

export function Line({ attribute, value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  const given = {
    id,
    value: textOf(value),
    disabled,
    dir: 'auto' as const,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': attribute.required,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      set(path, storedOf(event.currentTarget.value)),
  };
  return (
    <>
      {attribute.type === 'email' ? <input type="email" {...given} /> : <input type="text" {...given} />}
      <Count attribute={attribute} value={value} />
    </>
  );
}

function Lines({ attribute, value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  return (
    <>
      <textarea
        id={id}
        rows={3}
        class="grows"
        value={textOf(value)}
        disabled={disabled}
        dir="auto"
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={attribute.required}
        onInput={(event) => set(path, storedOf(event.currentTarget.value))}
      />
      <Count attribute={attribute} value={value} />
    </>
  );
}

/** Signs of Markdown around the selected text. */
const MARKS = [
  [msg('Bold'), '**', '**'],
  [msg('Italic'), '_', '_'],
  [msg('Heading'), '## ', ''],
  [msg('List'), '- ', ''],
  [msg('Quote'), '> ', ''],
  [msg('Link'), '[', '](https://)'],
  [msg('Code'), '`', '`'],
] as const;

function Markdown(props: FieldProps) {
  const { attribute, value, path, id, disabled, set, describedBy, invalid } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const mark = (before: string, after: string): void => {
    const box = area.current;
    if (!box) return;
    box.focus();
    const { selectionStart: start, selectionEnd: end } = box;
    const text = before + box.value.slice(start, end) + after;
    // The command keeps the undo list of the browser.
    if (!document.execCommand('insertText', false, text)) box.setRangeText(text, start, end, 'end');
    set(path, storedOf(box.value));
  };
  return (
    <div class="markdown">
      <div class="toolbar" role="toolbar" aria-label={t('Format {field}', { field: labelOf(attribute) })}>
        {MARKS.map(([name, before, after]) => (
          <Button key={name} kind="quiet" disabled={disabled} onClick={() => mark(before, after)}>
            {t(name)}
          </Button>
        ))}
      </div>
      <textarea
        ref={area}
        id={id}
        rows={10}
        class="grows"
        value={textOf(value)}
        disabled={disabled}
        dir="auto"
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={attribute.required}
        onInput={(event) => set(path, storedOf(event.currentTarget.value))}
      />
      <Count attribute={attribute} value={value} />
    </div>
  );
}

export const line = defineField({ types: ['string'], input: Line, text: textOf, check: lengths });
export const email = defineField({ types: ['email'], input: Line, text: textOf, check: addresses });
export const lines = defineField({ types: ['text'], input: Lines, text: textOf, check: lengths });
export const markdown = defineField({ types: ['richtext'], input: Markdown, text: textOf, check: lengths });

/** The server never sends a password: an empty field leaves the stored one as it is. */
function Password({ value, path, id, disabled, set, describedBy, invalid }: FieldProps) {
  return (
    <input
      id={id}
      type="password"
      autocomplete="new-password"
      placeholder={t('Unchanged')}
      value={textOf(value)}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      onInput={(event) => set(path, event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}

export const password = defineField({ types: ['password'], input: Password, text: () => '', check: lengths });
