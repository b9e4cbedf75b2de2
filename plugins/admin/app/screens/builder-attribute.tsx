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
  retyped,
  withAttribute,
} from '../data/definition';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { say } from '../ui/notice';
import { BuilderOption } from './builder-option';

interface Props {
  readonly name: string;
  readonly definition: Definition;
  readonly options: ReadonlyMap<string, OptionSchema>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly issues: readonly Issue[];
  readonly change: (next: Definition) => void;
  readonly rename: (next: string) => void;
}

/** Renames write `renamedFrom`, and `type` has a field of its own. */
const OWN_FIELDS = ['type', 'renamedFrom'];

export function BuilderAttribute(props: Props) {
  const { name, definition, options, isFirst, isLast, issues, change, rename } = props;
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
        <NameField
          id={`${id}-name`}
          name={name}
          isTaken={(next) => Object.hasOwn(attributesOf(definition), next)}
          rename={rename}
        />
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
            <BuilderOption
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

interface NameProps {
  readonly id: string;
  readonly name: string;
  readonly isTaken: (next: string) => boolean;
  readonly rename: (next: string) => void;
}

/** A name that cannot be stays in the field, with the reason. */
function NameField({ id, name, isTaken, rename }: NameProps) {
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <Labelled id={id} label={t('Name')}>
      <input
        id={id}
        type="text"
        dir="ltr"
        value={refused ?? name}
        aria-invalid={refused !== null}
        aria-describedby={refused === null ? undefined : `${id}-issue`}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value.trim();
          const isWrong = next !== name && (next === '' || isTaken(next));
          setRefused(isWrong ? next : null);
          if (isWrong) return;
          currentTarget.value = next;
          if (next !== name) rename(next);
        }}
      />
      {refused !== null && (
        <p class="issue" id={`${id}-issue`} role="alert">
          {refused === '' ? t('An attribute needs a name.') : t('There is an attribute of this name.')}
        </p>
      )}
    </Labelled>
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
