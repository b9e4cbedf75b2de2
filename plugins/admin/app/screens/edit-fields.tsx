// The fields of a form. Each reads its own signal, so a key stroke draws one field.
import type { Form } from '../data/form';
import type { AttributeModel } from '../data/model';
import { LabelledField } from '../fields/fields';
import { pure } from '../ui/pure';

interface FormProps {
  readonly form: Form;
  readonly disabled: boolean;
}

export const FormFields = pure<FormProps>(function FormFields({ form, disabled }) {
  return (
    <div class="fields">
      {form.type.attributes
        .filter(({ words }) => words.hidden !== true)
        .map((attribute) => (
          <FormField key={attribute.name} form={form} attribute={attribute} disabled={disabled} />
        ))}
    </div>
  );
});

function FormField({
  form,
  attribute,
  disabled,
}: FormProps & {
  readonly attribute: AttributeModel;
}) {
  const { name } = attribute;
  const issues = form.issues.value.filter(({ path: [first] }) => first === name);
  return (
    <LabelledField
      attribute={attribute}
      value={form.fields[name]?.value}
      place={name}
      set={form.set}
      issues={issues.length === 0 ? NONE : issues}
      disabled={disabled || attribute.readOnly}
      readMore={form.pages.more.value.has(name) ? form.readMore : undefined}
    />
  );
}

const NONE: readonly never[] = [];
