// The fields of a document or an entry, each with its label, help and issues.

import type { Path } from '../data/form-values';
import { wordsOfIssue } from '../data/issue-label';
import { type AttributeModel, labelOf } from '../data/model';
import { t, wordIn } from '../i18n/translate';
import { pure } from '../ui/pure';
import type { FieldProps } from './field';
import { fieldOf } from './registry';

export interface FieldsProps {
  readonly attributes: readonly AttributeModel[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly place: string;
  readonly set: FieldProps['set'];
  readonly issues: FieldProps['issues'];
  readonly disabled: boolean;
}

export const Fields = ({ attributes, values, place, set, issues, disabled }: FieldsProps) => (
  <div class="fields">
    {attributes
      .filter(({ words }) => words.hidden !== true)
      .map((attribute) => (
        <LabelledField
          key={attribute.name}
          attribute={attribute}
          value={values[attribute.name]}
          place={`${place}/${attribute.name}`}
          set={set}
          issues={issuesOf(issues, pathOf(place).length, attribute.name)}
          disabled={disabled || attribute.readOnly}
        />
      ))}
  </div>
);

const NONE: FieldProps['issues'] = [];
const issuesOf = (issues: FieldProps['issues'], depth: number, name: string): FieldProps['issues'] => {
  const own = issues.filter((issue) => issue.path[depth] === name);
  return own.length === 0 ? NONE : own;
};

interface LabelledProps
  extends Pick<FieldProps, 'attribute' | 'value' | 'set' | 'issues' | 'disabled' | 'readMore'> {
  /** All locales have the same value. */
  readonly isShared?: boolean;
  /** The path as text: a path of numbers and names would be a new list each time. */
  readonly place: string;
}

const pathOf = (place: string): Path =>
  place.split('/').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export const LabelledField = pure<LabelledProps>(function LabelledField(props) {
  const { attribute, value, place, set, issues, disabled, readMore, isShared } = props;
  const { input: Input, isGroup, check } = fieldOf(attribute.type);
  const path = pathOf(place);
  const id = `field-${place.replace(/\//g, '-')}`;
  const { width } = attribute.words;
  const help = wordIn(attribute.words.help);
  const own = issues.filter((issue) => issue.path.length <= path.length);
  const hint = check?.(value, attribute) ?? null;
  const describedBy =
    [help !== null ? `${id}-help` : '', own.length > 0 || hint !== null ? `${id}-issue` : '']
      .filter((part) => part !== '')
      .join(' ') || undefined;
  const input = (
    <Input
      attribute={attribute}
      value={value}
      path={path}
      id={id}
      disabled={disabled}
      set={set}
      describedBy={describedBy}
      invalid={own.length > 0}
      issues={issues}
      readMore={readMore}
    />
  );
  const label = (
    <>
      {labelOf(attribute)}
      {attribute.required && <span class="required"> {t('required')}</span>}
      {attribute.private && <span class="note"> {t('private')}</span>}
      {isShared && <span class="note"> {t('in all locales')}</span>}
    </>
  );
  const rest = (
    <>
      {help !== null && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {(own.length > 0 || hint !== null) && (
        <p class={own.length > 0 ? 'issue' : 'hint'} id={`${id}-issue`}>
          {/* The check of the page says it in the language of the page. */}
          {hint ?? own.map(wordsOfIssue).join(' ')}
        </p>
      )}
    </>
  );
  const kind = `field type-${attribute.type}${width === 'half' ? ' half' : ''}`;
  return isGroup ? (
    <fieldset class={kind} data-name={attribute.name}>
      <legend>{label}</legend>
      {input}
      {rest}
    </fieldset>
  ) : (
    <div class={kind} data-name={attribute.name}>
      <label for={id}>{label}</label>
      {input}
      {rest}
    </div>
  );
});
