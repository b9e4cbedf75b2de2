// A small form of a few texts and choices, with the issues of the server at their fields.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/translate';
import { Button } from './button';
import { Failure } from './failure';
import { useSubmit } from './submit';

export interface SimpleField {
  readonly name: string;
  readonly label: string;
  /**
   * `password` is a new one, `known` that of the user, `code` a code of an app, `moment` a time on the clock of the browser, `source` a text
   * for programs.
   */
  readonly kind?: 'text' | 'email' | 'url' | 'password' | 'known' | 'code' | 'lines' | 'source' | 'moment';
  readonly choices?: readonly (readonly [value: string, title: string])[];
  readonly value?: string;
  readonly required?: boolean;
  readonly help?: string;
}

export interface SimpleFormProps {
  readonly fields: readonly SimpleField[];
  readonly submit: string;
  /** Throws what the server refused. */
  readonly send: (values: Readonly<Record<string, string>>) => Promise<void>;
  readonly onCancel?: () => void;
  readonly children?: ComponentChildren;
}

export function SimpleForm({ fields, submit, send, onCancel, children }: SimpleFormProps) {
  const { issueOf, failure, busy, onSubmit } = useSubmit((values) =>
    send(Object.fromEntries([...values].map(([name, value]) => [name, String(value)]))),
  );
  return (
    <form class="narrow" onSubmit={onSubmit}>
      <Failure error={failure} />
      {fields.map((field) => (
        <SimpleInput key={field.name} field={field} issue={issueOf(field.name)} />
      ))}
      {children}
      <div class="row">
        <Button kind="main" type="submit" disabled={busy}>
          {submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  );
}

interface InputProps {
  readonly field: SimpleField;
  /** What the server says about the value. */
  readonly issue: string | undefined;
}

export function SimpleInput({ field, issue }: InputProps) {
  const { name, label, kind = 'text', choices, value = '', required = false, help } = field;
  const id = `form-${name}`;
  const notes = [help === undefined ? '' : `${id}-help`, issue === undefined ? '' : `${id}-issue`];
  const given = {
    id,
    name,
    required,
    'aria-invalid': issue !== undefined,
    'aria-describedby': notes.join(' ').trim() || undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices && (
        <select {...given} defaultValue={value}>
          {choices.map(([choice, title]) => (
            <option key={choice} value={choice} selected={choice === value}>
              {title}
            </option>
          ))}
        </select>
      )}
      {!choices && kind === 'lines' && <textarea rows={3} {...given} defaultValue={value} />}
      {!choices && kind === 'source' && (
        <textarea rows={3} class="code" spellcheck={false} {...given} defaultValue={value} />
      )}
      {!choices && kind === 'url' && <input type="url" dir="ltr" {...given} defaultValue={value} />}
      {!choices && kind === 'text' && <input type="text" {...given} defaultValue={value} />}
      {!choices && kind === 'email' && <input type="email" {...given} defaultValue={value} />}
      {!choices && kind === 'moment' && <input type="datetime-local" {...given} defaultValue={value} />}
      {!choices && kind === 'code' && <input type="text" autocomplete="one-time-code" dir="ltr" {...given} />}
      {!choices && kind === 'known' && <input type="password" autocomplete="current-password" {...given} />}
      {!choices && kind === 'password' && (
        <input type="password" autocomplete="new-password" {...given} defaultValue={value} />
      )}
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {issue !== undefined && (
        <p class="issue" id={`${id}-issue`}>
          {issue}
        </p>
      )}
    </div>
  );
}
