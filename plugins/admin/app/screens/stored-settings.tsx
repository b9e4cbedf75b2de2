// The settings of one plugin that stand in the database. A form of the plugin's own schema changes them.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { readable } from '../data/model';
import { mayStore, parsedValue, type Schema, sourceOf, storedAt } from '../data/plugin-settings';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { say } from '../ui/notice';
import { type SimpleField, SimpleForm } from '../ui/simple-form';

type Values = Readonly<Record<string, unknown>>;

interface Props {
  readonly plugin: string;
  readonly schema: Schema;
}

export function StoredSettings({ plugin, schema }: Props) {
  const at = storedAt(plugin);
  const { value, error, again } = useLoaded<Values>(at);
  const [open, setOpen] = useState(false);
  const properties = Object.entries(schema.properties ?? {});
  const send = async (typed: Readonly<Record<string, string>>): Promise<void> => {
    const body: Record<string, unknown> = { ...value };
    for (const [key, own] of properties) {
      try {
        body[key] = parsedValue(typed[key] ?? '', own);
      } catch {
        throw new Error(t('{name} is no JSON.', { name: readable(key) }));
      }
    }
    await ask(at, { method: 'PUT', body });
    setOpen(false);
    say(t('Saved'));
    again();
  };
  return (
    <>
      <h3>{t('In the database')}</h3>
      <Failure error={error} />
      {value && (
        <dl class="facts">
          {properties.map(([key]) => (
            <Fact key={key} title={readable(key)}>
              <code class="value">{sourceOf(value[key])}</code>
            </Fact>
          ))}
        </dl>
      )}
      {value && mayStore(plugin) && <Button onClick={() => setOpen(true)}>{t('Change')}</Button>}
      {open && value && (
        <Dialog title={t('Settings of {name}', { name: plugin })} onClose={() => setOpen(false)}>
          <SimpleForm
            submit={t('Save')}
            onCancel={() => setOpen(false)}
            fields={properties.map(([key, own]) => fieldOf(key, own, value[key]))}
            send={send}
          />
        </Dialog>
      )}
    </>
  );
}

function fieldOf(name: string, schema: Schema, value: unknown): SimpleField {
  const field = {
    name,
    label: readable(name),
    value: value === undefined ? '' : sourceOf(value),
    ...(schema.description === undefined ? {} : { help: schema.description.replaceAll('`', '') }),
  };
  if (schema.type === 'boolean')
    return {
      ...field,
      choices: [
        ['true', t('On')],
        ['false', t('Off')],
      ],
    };
  if (schema.enum) return { ...field, choices: schema.enum.map((each) => [String(each), String(each)]) };
  const isPlain = ['string', 'integer', 'number'].includes(String(schema.type));
  return isPlain ? field : { ...field, kind: 'source' };
}
