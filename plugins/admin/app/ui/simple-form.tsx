// A small form of a few texts and choices, with the issues of the server at their fields.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, type Issue } from '../data/client';
import { t } from '../i18n/translate';
import { Button } from './button';
import { Failure } from './failure';

export interface SimpleField {
  readonly name: string;
  readonly label: string;
  /** `password` is a new one, `known` that of the user, `code` a code of an app, `moment` a time on the clock of the browser. */
  readonly kind?: 'text' | 'email' | 'password' | 'known' | 'code' | 'lines' | 'moment';
  readonly choices?: readonly (readonly [value: string, title: string])[];
  readonly value?: string;
  readonly required?: boolean;
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
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setIssues([]);
    try {
      await send(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])));
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError) setIssues(error.issues);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void run(event.currentTarget);
      }}
    >
      <Failure error={failure} />
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          issue={issues.find(({ path }) => path[0] === field.name)?.message}
        />
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

function OneField({ field, issue }: { readonly field: SimpleField; readonly issue: string | undefined }) {
  const { name, label, kind = 'text', choices, value = '', required = false } = field;
  const id = `form-${name}`;
  const given = {
    id,
    name,
    required,
    'aria-invalid': issue !== undefined,
    'aria-describedby': issue === undefined ? undefined : `${id}-issue`,
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
      {!choices && kind === 'text' && <input type="text" {...given} defaultValue={value} />}
      {!choices && kind === 'email' && <input type="email" {...given} defaultValue={value} />}
      {!choices && kind === 'moment' && <input type="datetime-local" {...given} defaultValue={value} />}
      {!choices && kind === 'code' && <input type="text" autocomplete="one-time-code" dir="ltr" {...given} />}
      {!choices && kind === 'known' && <input type="password" autocomplete="current-password" {...given} />}
      {!choices && kind === 'password' && (
        <input type="password" autocomplete="new-password" {...given} defaultValue={value} />
      )}
      {issue !== undefined && (
        <p class="issue" id={`${id}-issue`}>
          {issue}
        </p>
      )}
    </div>
  );
}
