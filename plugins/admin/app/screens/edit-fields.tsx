// The fields of a document. Each reads one signal, so a key stroke draws one field.
import type { Form } from '../data/form';
import { LabelledField } from '../fields/fields';

export function FormFields({ form, disabled }: { readonly form: Form; readonly disabled: boolean }) {
  return (
    <div class="fields">
      {form.type.attributes
        .filter(({ words }) => words.hidden !== true)
        .map((attribute) => (
          <FormField key={attribute.name} form={form} name={attribute.name} disabled={disabled} />
        ))}
    </div>
  );
}

function FormField({
  form,
  name,
  disabled,
}: {
  readonly form: Form;
  readonly name: string;
  readonly disabled: boolean;
}) {
  const attribute = form.type.attributes.find((each) => each.name === name);
  const issues = form.issues.value.filter(({ path: [first] }) => first === name);
  if (!attribute) return null;
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
