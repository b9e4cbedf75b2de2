// The settings of one plugin that stand in the database. A form of the plugin's own schema changes them.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { readable } from '../data/model';
import {
  isSecret,
  mayStore,
  parsedValue,
  type Schema,
  sourceOf,
  storedAt,
  textOf,
} from '../data/plugin-settings';
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
    const changed: Record<string, unknown> = {};
    for (const [key, own] of properties) {
      const text = (typed[key] ?? '').replaceAll('\r\n', '\n');
      if (text === textOf(value?.[key], own)) continue;
      try {
        changed[key] = parsedValue(text, own);
      } catch {
        throw new Error(t('{name} is no JSON.', { name: readable(key) }));
      }
    }
    // Another person may have changed other keys since the form was opened.
    const { data: present } = await ask<Values>(at);
    await ask(at, { method: 'PUT', body: { ...present, ...changed } });
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
          {properties.map(([key, own]) => (
            <Fact key={key} title={readable(key)}>
              {isSecret(own) ? (
                <small>{t('not shown')}</small>
              ) : (
                <code class="value">{sourceOf(value[key])}</code>
              )}
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
  const text = textOf(value, schema);
  const help = [schema.description?.replaceAll('`', ''), isSecret(schema) && t('Empty: unchanged.')]
    .filter(Boolean)
    .join(' ');
  const field = { name, label: readable(name), value: text, ...(help === '' ? {} : { help }) };
  if (isSecret(schema)) return { ...field, kind: 'password' };
  const choices = choicesOf(schema);
  if (choices)
    // Without a choice of its own, a value that is not set becomes the first choice.
    return { ...field, choices: value === undefined ? [['', t('not set')], ...choices] : choices };
  // A line of text cannot show more lines than one.
  if (schema.type === 'string') return text.includes('\n') ? { ...field, kind: 'lines' } : field;
  return ['integer', 'number'].includes(String(schema.type)) ? field : { ...field, kind: 'source' };
}

function choicesOf({ type, enum: values }: Schema): readonly (readonly [string, string])[] | null {
  if (type === 'boolean')
    return [
      ['true', t('On')],
      ['false', t('Off')],
    ];
  return values ? values.map((each) => [String(each), String(each)]) : null;
}
