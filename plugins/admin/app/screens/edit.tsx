// One document: its fields, its state, and what can be done with it.
import { useEffect, useState } from 'preact/hooks';
import { type Form, openForm } from '../data/form';
import { defaultLocale, hasDrafts, hasLocales, locales, type TypeModel } from '../data/model';
import { path } from '../data/place';
import { LabelledField } from '../fields/fields';
import { go, search } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice, say } from '../ui/notice';
import { Clashes } from './clashes';
import { agoOf } from './list';
import { Panels } from './panels';
import { Preview } from './preview';
import { Review } from './review';
import { Uses } from './uses';

interface Props {
  readonly type: TypeModel;
  readonly documentId: string | null;
}

export function EditScreen({ type, documentId }: Props) {
  const locale = hasLocales(type) ? (search.value.get('locale') ?? defaultLocale()) : null;
  const [form, setForm] = useState<Form | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let opened: Form | null = null;
    let left = false;
    setForm(null);
    setFailure('');
    const created = (id: string): void =>
      history.replaceState(null, '', `${path}/types/${type.uid}/${id}${location.search}`);
    openForm({ type, documentId, locale, created }).then(
      (made) => {
        opened = made;
        if (left) made.close();
        else setForm(made);
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      left = true;
      opened?.close();
    };
  }, [type, documentId, locale]);
  if (failure !== '')
    return (
      <section>
        <Notice kind="error">{failure}</Notice>
        <a href={`${path}/types/${type.uid}`}>Back to {type.title}</a>
      </section>
    );
  return form ? <Editor form={form} /> : <p class="nothing">Loading …</p>;
}

const STATES = {
  saved: 'Saved',
  changed: 'Not saved yet',
  saving: 'Saving …',
  offline: 'Waiting for the server; your text is kept in this browser',
  refused: 'Not saved',
  clash: 'Another person changed the same fields',
} as const;

function SaveLine({ form }: { readonly form: Form }) {
  const { value: state } = form.state;
  const at = form.savedAt.value;
  return (
    <span class={`save ${state}`} role="status">
      {STATES[state]}
      {state === 'saved' && at !== null && ` ${new Date(at).toLocaleTimeString()}`}
    </span>
  );
}

function Editor({ form }: { readonly form: Form }) {
  const { type } = form;
  const { value: stored } = form.document;
  const [asking, setAsking] = useState<'delete' | 'discard' | 'review' | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const drafts = hasDrafts(type);
  const isNew = form.documentId.value === null;
  const canWrite = type.actions.includes(isNew ? 'create' : 'update');
  const title =
    String(form.fields[type.titleField]?.value ?? '') || (isNew ? `New ${type.title}` : 'Without a title');
  const operate = async (name: string, done: string): Promise<void> => {
    setAsking(null);
    if (await form.operate(name)) say(done);
  };

  return (
    <section class="edit" onFocusOut={() => form.rest()}>
      <header class="head sticky">
        <div>
          {type.kind === 'collectionType' && <a href={`${path}/types/${type.uid}`}>{type.title}</a>}
          <h1 dir="auto">{title}</h1>
        </div>
        <span class="grow" />
        {hasLocales(type) && <LocaleTabs form={form} />}
        <SaveLine form={form} />
        {canWrite && (
          <Button
            kind={drafts ? 'plain' : 'main'}
            disabled={!form.isDirty.value && !isNew}
            onClick={() => void form.save()}
          >
            Save
          </Button>
        )}
        {drafts && type.actions.includes('publish') && (
          <Button kind="main" onClick={() => void operate('publish', 'Published')}>
            Publish
          </Button>
        )}
        {type.preview !== null && stored && (
          <Button expanded={previewing} onClick={() => setPreviewing(!previewing)}>
            Preview
          </Button>
        )}
        <details class="menu">
          <summary>More</summary>
          <div>
            {drafts && stored && (
              <Button kind="quiet" onClick={() => setAsking('review')}>
                Review changes
              </Button>
            )}
            {drafts && type.actions.includes('unpublish') && stored && (
              <Button kind="quiet" onClick={() => void operate('unpublish', 'Unpublished')}>
                Unpublish
              </Button>
            )}
            {drafts && type.actions.includes('discardDraft') && stored && (
              <Button kind="quiet" onClick={() => setAsking('discard')}>
                Discard the draft
              </Button>
            )}
            {type.actions.includes('delete') && stored && (
              <Button kind="quiet" icon="bin" onClick={() => setAsking('delete')}>
                Delete
              </Button>
            )}
          </div>
        </details>
      </header>
      <Messages form={form} />
      <div class={previewing ? 'columns previewing' : 'columns'}>
        <FormFields form={form} disabled={!canWrite} />
        <aside>
          {previewing && type.preview !== null && (
            <Preview form={form} template={type.preview} onClose={() => setPreviewing(false)} />
          )}
          {stored && (
            <dl>
              <dt>API id</dt>
              <dd>
                <code>{stored.documentId}</code>
              </dd>
              <dt>Updated</dt>
              <dd>{agoOf(stored.updatedAt)}</dd>
              <dt>Created</dt>
              <dd>{agoOf(stored.createdAt)}</dd>
            </dl>
          )}
          {stored && <Uses type={type} documentId={stored.documentId} />}
          {stored && <Panels form={form} documentId={stored.documentId} />}
        </aside>
      </div>
      {form.clashes.value.length > 0 && <Clashes form={form} />}
      {asking === 'review' && <Review form={form} onClose={() => setAsking(null)} />}
      {asking === 'discard' && (
        <Dialog title="Discard the draft?" onClose={() => setAsking(null)}>
          <p>The draft becomes equal to the published version again.</p>
          <div class="row">
            <Button kind="danger" onClick={() => void operate('discard-draft', 'Discarded')}>
              Discard
            </Button>
            <Button onClick={() => setAsking(null)}>Cancel</Button>
          </div>
        </Dialog>
      )}
      {asking === 'delete' && stored && (
        <Dialog title={`Delete “${title}”?`} onClose={() => setAsking(null)}>
          <Uses type={type} documentId={stored.documentId} />
          <p>This cannot be undone.</p>
          <div class="row">
            <Button
              kind="danger"
              onClick={async () => {
                setAsking(null);
                if (await form.remove()) go(`${path}/types/${type.uid}`);
              }}
            >
              Delete
            </Button>
            <Button onClick={() => setAsking(null)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function LocaleTabs({ form }: { readonly form: Form }) {
  const at = `${path}/types/${form.type.uid}/${form.documentId.value ?? 'new'}`;
  return (
    <nav class="tabs" aria-label="Locales">
      {locales.value.map(({ code, name }) => (
        <a
          key={code}
          href={`${at}?locale=${code}`}
          aria-current={code === form.locale ? 'page' : undefined}
          title={name}
        >
          {code}
        </a>
      ))}
    </nav>
  );
}

function Messages({ form }: { readonly form: Form }) {
  const recovered = form.recovered.value;
  const names = new Set(form.type.attributes.map(({ name }) => name));
  const elsewhere = form.issues.value.filter(({ path: [name] }) => !names.has(String(name)));
  return (
    <>
      {recovered && (
        <Notice kind="warning">
          Text from {new Date(recovered.at).toLocaleString()} was not saved:{' '}
          {Object.keys(recovered.changes).join(', ')}.{' '}
          <Button onClick={() => form.useRecovered()}>Use it</Button>{' '}
          <Button kind="quiet" onClick={() => form.dropRecovered()}>
            Discard it
          </Button>
        </Notice>
      )}
      {form.message.value !== '' && (
        <Notice kind={form.state.value === 'refused' ? 'error' : 'info'}>
          {form.message.value}
          {form.issues.value.length > 0 && (
            <ul>
              {form.issues.value.map(({ path: at, message }) => (
                <li key={at.join('.')}>
                  <a href={`#field-${at.join('-')}`} target="_self">
                    {at.join('.')}
                  </a>
                  : {message}
                </li>
              ))}
            </ul>
          )}
          {elsewhere.length > 0 &&
            form.issues.value.length === 0 &&
            elsewhere.map(({ message }) => message).join(' ')}
        </Notice>
      )}
    </>
  );
}

function FormFields({ form, disabled }: { readonly form: Form; readonly disabled: boolean }) {
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

/** Reads one signal, so a key stroke draws one field. */
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
    />
  );
}

const NONE: readonly never[] = [];
