// The field of one option of an attribute. Options without a field of their own are JSON.
import { useState } from 'preact/hooks';
import type { OptionSchema } from '../data/definition';
import { t } from '../i18n/translate';

interface OptionProps {
  readonly id: string;
  readonly schema: OptionSchema;
  readonly value: unknown;
  /** undefined: the file does not have the option. */
  readonly set: (value: unknown) => void;
}

const isNumber = ({ type }: OptionSchema): boolean => type === 'integer' || type === 'number';

export function BuilderOption({ id, schema, value, set }: OptionProps) {
  if (schema.type === 'boolean')
    return (
      <input
        id={id}
        type="checkbox"
        checked={(value ?? schema.default) === true}
        onChange={({ currentTarget: { checked } }) =>
          set(checked === (schema.default ?? false) ? undefined : checked)
        }
      />
    );
  if (schema.enum)
    return (
      <select
        id={id}
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={({ currentTarget }) =>
          set(currentTarget.value === '' ? undefined : JSON.parse(currentTarget.value))
        }
      >
        <option value="">–</option>
        {schema.enum.map((choice) => (
          <option key={String(choice)} value={JSON.stringify(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
    );
  if (schema.type === 'array' && schema.items?.type !== 'array')
    return (
      <textarea
        id={id}
        rows={3}
        dir="ltr"
        placeholder={t('One in each line')}
        value={Array.isArray(value) ? value.map(String).join('\n') : ''}
        onChange={({ currentTarget }) => {
          const lines = currentTarget.value.split('\n').filter((line) => line.trim() !== '');
          set(lines.length === 0 ? undefined : lines.map((line) => line.trim()));
        }}
      />
    );
  if (schema.type === 'string' || isNumber(schema))
    return (
      <input
        id={id}
        type="text"
        dir="ltr"
        inputMode={isNumber(schema) ? 'numeric' : undefined}
        list={schema.type === 'string' ? 'builder-names' : undefined}
        value={value === undefined ? '' : String(value)}
        onChange={({ currentTarget: { value: text } }) => {
          const isCounted = isNumber(schema) && Number.isFinite(Number(text));
          set(text === '' ? undefined : isCounted ? Number(text) : text);
        }}
      />
    );
  return <JsonOption id={id} value={value} set={set} />;
}

function JsonOption({ id, value, set }: Omit<OptionProps, 'schema'>) {
  const [isWrong, setWrong] = useState(false);
  return (
    <>
      <textarea
        id={id}
        class="code"
        rows={2}
        dir="ltr"
        aria-invalid={isWrong}
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={({ currentTarget: { value: text } }) => {
          try {
            set(text.trim() === '' ? undefined : JSON.parse(text));
            setWrong(false);
          } catch {
            setWrong(true);
          }
        }}
      />
      {isWrong && <p class="issue">{t('This is no JSON. Write text in quotes: "text".')}</p>}
    </>
  );
}
