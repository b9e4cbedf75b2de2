// The fields of a form. Each reads its own signal, so a key stroke draws one field.
import type { Form } from '../data/form';
import { type AttributeModel, hasLocales, isShared, locales } from '../data/model';
import { LabelledField } from '../fields/fields';
import { t } from '../i18n/translate';
import { Failure } from '../ui/failure';
import { Notice } from '../ui/notice';
import { pure } from '../ui/pure';
import { type Beside, BesideField } from './beside';

interface FieldProps {
  readonly form: Form;
  readonly disabled: boolean;
}

interface FormProps extends FieldProps {
  /** The same fields in another locale. */
  readonly beside: Beside | null;
}

export const FormFields = pure<FormProps>(function FormFields({ form, disabled, beside }) {
  const shown = form.type.attributes.filter(({ words }) => words.hidden !== true);
  const fieldOf = (attribute: AttributeModel) => (
    <FormField
      key={attribute.name}
      form={form}
      attribute={attribute}
      disabled={disabled}
      marksShared={!beside}
    />
  );
  if (!beside) return <div class="fields">{shown.map(fieldOf)}</div>;
  return (
    <div class="fields">
      <Failure error={beside.failure} />
      {beside.found === null && (
        <Notice>{t('There is no text in the locale {locale} yet.', { locale: beside.locale })}</Notice>
      )}
      {shown.map((attribute) => (
        <div class="pair" key={attribute.name}>
          {fieldOf(attribute)}
          <BesideField form={form} attribute={attribute} beside={beside} disabled={disabled} />
        </div>
      ))}
    </div>
  );
});

function FormField({
  form,
  attribute,
  disabled,
  marksShared,
}: FieldProps & {
  readonly attribute: AttributeModel;
  /** Beside another locale, its place says so. */
  readonly marksShared: boolean;
}) {
  const { name, readOnly, readOnlyInCreate } = attribute;
  // What only a create may write is on its way.
  const isSent = readOnly && form.state.value === 'saving';
  const isInAll = hasLocales(form.type) && locales.value.length > 1 && isShared(form.type, name);
  const isCopied = form.otherLocales.value.length > 0 && isInAll;
  const isFixed = isCopied || (form.isCreate.value ? readOnlyInCreate || isSent : readOnly);
  const issues = form.issues.value.filter(({ path: [first] }) => first === name);
  return (
    <LabelledField
      attribute={attribute}
      value={form.fields[name]?.value}
      place={name}
      isShared={marksShared && isInAll}
      set={form.set}
      issues={issues.length === 0 ? NONE : issues}
      disabled={disabled || isFixed}
      readMore={!isCopied && form.pages.more.value.has(name) ? form.readMore : undefined}
    />
  );
}

const NONE: readonly never[] = [];
