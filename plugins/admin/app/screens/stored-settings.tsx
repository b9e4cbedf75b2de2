// The settings of one plugin that stand in the database. A form of the plugin's own schema changes them.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
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
import { listOf, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Notice, say } from '../ui/notice';
import { type SimpleField, SimpleForm } from '../ui/simple-form';

type Values = Readonly<Record<string, unknown>>;

/** An open form. */
interface Form {
  /** As they were read. */
  readonly base: Values;
  readonly etag: string;
  /** The texts of the fields. */
  readonly texts: Readonly<Record<string, string>>;
  /** The keys that another person has changed meanwhile; null: nobody has. */
  readonly clash: readonly string[] | null;
  readonly round: number;
}

interface Props {
  readonly plugin: string;
  readonly schema: Schema;
}

export function StoredSettings({ plugin, schema }: Props) {
  const at = storedAt(plugin);
  const { value, error, fail, again } = useLoaded<Values>(at);
  const [form, setForm] = useState<Form | null>(null);
  const properties = Object.entries(schema.properties ?? {});
  /** With the texts of the fields that the person has changed. */
  const read = async (typed: Form['texts'], former: Form | null): Promise<void> => {
    const { data: base, etag } = await ask<Values>(at);
    const texts = properties.map(([key, own]) => [key, typed[key] ?? textOf(base[key], own)] as const);
    const others = properties
      .map(([key]) => key)
      .filter((key) => sourceOf(base[key]) !== sourceOf(former?.base[key]));
    setForm({
      base,
      etag: etag ?? '*',
      texts: Object.fromEntries(texts),
      clash: former && others,
      round: (former?.round ?? 0) + 1,
    });
  };
  const send = async (typed: Readonly<Record<string, string>>): Promise<void> => {
    if (!form) return;
    const { base, etag } = form;
    const changed: Record<string, unknown> = {};
    const texts: Record<string, string> = {};
    for (const [key, own] of properties) {
      const text = (typed[key] ?? '').replaceAll('\r\n', '\n');
      if (text === textOf(base[key], own)) continue;
      texts[key] = text;
      try {
        changed[key] = parsedValue(text, own);
      } catch {
        throw new Error(t('{name} is no JSON.', { name: readable(key) }));
      }
    }
    try {
      await ask(at, { method: 'PUT', body: { ...base, ...changed }, headers: { 'If-Match': etag } });
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.status === 412)) throw thrown;
      return read(texts, form);
    }
    setForm(null);
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
      {value && mayStore(plugin) && (
        <Button onClick={() => void read({}, null).catch(fail)}>{t('Change')}</Button>
      )}
      {form && (
        <Dialog title={t('Settings of {name}', { name: plugin })} onClose={() => setForm(null)}>
          {form.clash && <Clash key={`clash ${form.round}`} names={form.clash} />}
          <SimpleForm
            key={form.round}
            submit={t('Save')}
            onCancel={() => setForm(null)}
            fields={properties.map(([key, own]) => fieldOf(key, own, form.base[key], form.texts[key] ?? ''))}
            send={send}
          />
        </Dialog>
      )}
    </>
  );
}

/** The form was made again, so its button has lost the focus. */
function Clash({ names }: { readonly names: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="error">
        {t('Another person has changed these settings meanwhile. Nothing was saved.')}{' '}
        {names.length > 0 && t('Changed: {names}.', { names: listOf(names.map(readable)) })}{' '}
        {t('The form shows the present values, and what you have typed. Check it, and save again.')}
      </Notice>
    </div>
  );
}

function fieldOf(name: string, schema: Schema, value: unknown, text: string): SimpleField {
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
