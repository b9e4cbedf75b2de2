// One attribute in the builder: its name, its type and the options that the type has. The server describes the options.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Issue } from '../data/client';
import {
  type AttributeDefinition,
  attributesOf,
  type Definition,
  moved,
  type OptionSchema,
  renamed,
  retyped,
  withAttribute,
} from '../data/definition';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { say } from '../ui/notice';

interface Props {
  readonly name: string;
  readonly definition: Definition;
  /** As the stored file has it. */
  readonly stored: Definition | null;
  readonly options: ReadonlyMap<string, OptionSchema>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly issues: readonly Issue[];
  readonly change: (next: Definition) => void;
}

/** Renames write `renamedFrom`, and `type` has a field of its own. */
const OWN_FIELDS = ['type', 'renamedFrom'];

export function BuilderAttribute(props: Props) {
  const { name, definition, stored, options, isFirst, isLast, issues, change } = props;
  const attribute = attributesOf(definition)[name] ?? {};
  const type = String(attribute.type);
  const set = (next: AttributeDefinition): void => change(withAttribute(definition, name, next));
  const move = (by: -1 | 1): void => {
    change(moved(definition, name, by));
    say(by < 0 ? t('{name} moved up', { name }) : t('{name} moved down', { name }));
  };
  const id = `builder-${name}`;
  return (
    <details class="card" data-attribute={name}>
      <summary>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <code>{type}</code>
        {attribute.renamedFrom !== undefined && (
          <small> {t('was {name}', { name: String(attribute.renamedFrom) })}</small>
        )}
      </summary>
      {issues.map(({ message }) => (
        <p class="issue" key={message}>
          {message}
        </p>
      ))}
      <div class="row">
        <Button icon="up" label={t('Move {name} up', { name })} disabled={isFirst} onClick={() => move(-1)} />
        <Button
          icon="down"
          label={t('Move {name} down', { name })}
          disabled={isLast}
          onClick={() => move(1)}
        />
        <Button
          kind="danger"
          icon="bin"
          label={t('Remove {name}', { name })}
          onClick={() => change(withAttribute(definition, name, undefined))}
        />
      </div>
      <div class="narrow">
        <Labelled id={`${id}-name`} label={t('Name')}>
          <input
            id={`${id}-name`}
            type="text"
            dir="ltr"
            value={name}
            onChange={(event) => {
              const next = event.currentTarget.value.trim();
              if (next === '' || Object.hasOwn(attributesOf(definition), next))
                event.currentTarget.value = name;
              else change(renamed(definition, stored, name, next));
            }}
          />
        </Labelled>
        <Labelled id={`${id}-type`} label={t('Type')}>
          <select
            id={`${id}-type`}
            value={type}
            onChange={(event) =>
              set(retyped(attribute, event.currentTarget.value, options.get(event.currentTarget.value)))
            }
          >
            {[...new Set([...options.keys(), type])].map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </Labelled>
        {optionsInOrder(options, type).map(([option, schema]) => (
          <Labelled
            key={`${type} ${option}`}
            id={`${id}-${option}`}
            label={option}
            isBeside={schema.type === 'boolean'}
          >
            <Option
              id={`${id}-${option}`}
              schema={schema}
              value={attribute[option]}
              set={(value) => {
                const { [option]: _, ...others } = attribute;
                // The place of a known key stays.
                set(value === undefined ? others : { ...attribute, [option]: value });
              }}
            />
          </Labelled>
        ))}
      </div>
    </details>
  );
}

/** The options of this type only come before those that each type has. */
function optionsInOrder(
  options: Props['options'],
  type: string,
): readonly (readonly [string, OptionSchema])[] {
  const own = Object.entries(options.get(type)?.properties ?? {}).filter(
    ([name]) => !OWN_FIELDS.includes(name),
  );
  const isCommon = (name: string): boolean =>
    [...options.values()].every(({ properties = {} }) => Object.hasOwn(properties, name));
  return [...own.filter(([name]) => !isCommon(name)), ...own.filter(([name]) => isCommon(name))];
}

interface LabelledProps {
  readonly id: string;
  readonly label: string;
  /** Of a box: the label stands behind it. */
  readonly isBeside?: boolean;
  readonly children: ComponentChildren;
}

const Labelled = ({ id, label, isBeside = false, children }: LabelledProps) => (
  <div class="field">
    {isBeside && children}
    <label class={isBeside ? 'beside' : undefined} for={id}>
      {label}
    </label>
    {!isBeside && children}
  </div>
);

interface OptionProps {
  readonly id: string;
  readonly schema: OptionSchema;
  readonly value: unknown;
  /** undefined: the file does not have the option. */
  readonly set: (value: unknown) => void;
}

const isNumber = ({ type }: OptionSchema): boolean => type === 'integer' || type === 'number';

function Option({ id, schema, value, set }: OptionProps) {
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
