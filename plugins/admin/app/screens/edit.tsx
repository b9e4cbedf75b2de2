// One document: its fields, its state, and what can be done with it.
import { useEffect, useState } from 'preact/hooks';
import { copiedTitle } from '../data/copied-title';
import { fillFrom, readWhole } from '../data/copy';
import { type Form, openForm } from '../data/form';
import { type Shared, sharedChangesOf } from '../data/live';
import {
  defaultLocale,
  hasDrafts,
  hasLocales,
  listScreenAt,
  locales,
  seesDrafts,
  type TypeModel,
} from '../data/model';
import { openedFile } from '../data/opened-file';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { FormContext } from '../fields/form-context';
import { agoOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { go, search } from '../router';
import { Button } from '../ui/button';
import { Failure, WhyNot } from '../ui/failure';
import { ScreenTitle } from '../ui/head';
import { late } from '../ui/late';
import { Confirmation, Notice } from '../ui/notice';
import { StickyHead } from '../ui/sticky-head';
import { BesideChoice, localeAt, useBeside } from './beside';
import { Clashes } from './clashes';
import { DocumentDialogs, type Question } from './document-dialogs';
import { DocumentMenu } from './document-menu';
import { FailedPlanNotice, PlanNotice, usePlans } from './document-plans';
import { useDocumentState } from './document-state';
import { FormFields } from './edit-fields';
import { showFirstIssue } from './first-issue';
import { titleOf } from './form-title';
import { StateBadge } from './list-table';
import { Messages } from './messages';
import { NewLocale } from './new-locale';
import { Others } from './others';
import { Panels } from './panels';
import { Preview } from './preview';
import { type Done, SaveButton, SaveLine } from './save';
import { Uses } from './uses';

const OpenedFile = late(async () => (await import('./opened-file')).OpenedFile);

interface Props {
  readonly type: TypeModel;
  readonly documentId: string | null;
}

export function EditScreen({ type, documentId }: Props) {
  const locale = hasLocales(type) ? (search.value.get('locale') ?? defaultLocale()) : null;
  /** A new document begins with the values of this one. */
  const copied = documentId === null ? search.value.get('copy') : null;
  const [form, setForm] = useState<Form | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let opened: Form | null = null;
    let left = false;
    setForm(null);
    setFailure(null);
    const created = (id: string): void => {
      // The address is that of another screen.
      if (left) return;
      const words = new URLSearchParams(location.search);
      words.delete('copy');
      history.replaceState(
        history.state,
        '',
        `${path}/types/${type.uid}/${id}${queryOf(Object.fromEntries(words))}`,
      );
    };
    const open = async (): Promise<void> => {
      const source = copied === null ? null : await readWhole(type, copied, locale);
      const title = source && (await copiedTitle(type, source));
      const made = await openForm({ type, documentId, locale, created });
      if (left) return made.close();
      opened = made;
      if (source) fillFrom(made, source);
      if (title !== null) made.set([type.titleField], title);
      setForm(made);
    };
    open().catch((error: unknown) => setFailure(error));
    return () => {
      left = true;
      opened?.close();
    };
  }, [type, documentId, locale, copied]);
  if (failure !== null)
    return (
      <section>
        <Failure error={failure} />
        <a href={`${path}/types/${type.uid}`}>{t('Back to {name}', { name: type.title })}</a>
      </section>
    );
  return form ? <Editor form={form} /> : <p class="nothing">{t('Loading …')}</p>;
}

/** A key stroke in the title draws it, and not the form. */
const Title = ({ form }: { readonly form: Form }) => (
  <ScreenTitle title={titleOf(form)} of={form.type.title} dir="auto" />
);

function Editor({ form }: { readonly form: Form }) {
  const { type } = form;
  const { value: stored } = form.document;
  const [asking, setAsking] = useState<Question | null>(null);
  const [shared, setShared] = useState<Shared>(null);
  const [restored, setRestored] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const besideLocale = hasLocales(type) ? besideOf(form) : null;
  const beside = useBeside(form, besideLocale);
  const state = useDocumentState(form);
  const plans = usePlans(form);
  const { value: canWrite } = form.canWrite;
  // Until the next change.
  const forget = (): void => {
    setRestored(null);
    setDone(null);
  };
  useEffect(() => form.isDirty.subscribe((isDirty) => isDirty && forget()), [form]);
  const operate = async (name: string, text: string): Promise<void> => {
    setAsking(null);
    forget();
    if (await form.operate(name)) setDone({ text, at: Date.now() });
    else showFirstIssue();
  };

  const publish = async (): Promise<void> => {
    const found = await sharedChangesOf(form).catch((): Shared => 'unknown');
    setShared(found);
    if (found) setAsking('publish');
    else await operate('publish', t('Published'));
  };

  const duplicate = async (copy: string): Promise<void> => {
    // The copy has what the server has. A type without drafts is saved only by its button.
    if (hasDrafts(type) && !form.isPublished && !(await form.save())) return showFirstIssue();
    go(`${path}/types/${type.uid}/new${queryOf({ copy, locale: form.locale })}`);
  };

  return (
    <section class="edit" onFocusOut={() => form.rest()}>
      <StickyHead>
        <div>
          {type.kind === 'collectionType' && <a href={listScreenAt(type, form.locale)}>{type.title}</a>}{' '}
          {state !== null && state !== 'unknown' && <StateBadge state={state} />}
          <Title form={form} />
          {stored && <Others uid={type.uid} documentId={stored.documentId} locale={form.locale} />}
          {(canWrite || done !== null || form.savedAt.value !== null || form.state.value !== 'saved') && (
            <SaveLine form={form} done={done} />
          )}
        </div>
        {hasLocales(type) && <LocaleTabs form={form} beside={besideLocale} />}
        {hasLocales(type) && form.documentId.value !== null && locales.value.length > 1 && (
          <BesideChoice form={form} beside={besideLocale} />
        )}
        {canWrite && <SaveButton form={form} />}
        {hasDrafts(type) && seesDrafts(type) && type.actions.includes('publish') && (
          <Button kind="main" onClick={() => void publish()}>
            {t('Publish')}
          </Button>
        )}
        {type.preview !== null && stored && (
          <Button expanded={previewing} onClick={() => setPreviewing(!previewing)}>
            {t('Preview')}
          </Button>
        )}
        <DocumentMenu form={form} state={state} ask={setAsking} duplicate={duplicate} />
        <Confirmation text={restored} />
      </StickyHead>
      {form.isPublished && (
        <Notice>
          {t('Your role may not read drafts of {name}. This is the published version.', { name: type.title })}{' '}
          <WhyNot refused={{ action: `${type.uid}.readDraft`, documentId: form.documentId.value }} />
        </Notice>
      )}
      <FailedPlanNotice plans={plans} state={state} />
      <PlanNotice form={form} plans={plans} onChange={() => setAsking('schedule')} />
      {form.otherLocales.value.length > 0 && canWrite && <NewLocale form={form} />}
      <Messages form={form} />
      <div class={`columns${previewing ? ' previewing' : ''}${beside ? ' paired' : ''}`}>
        <FormContext.Provider value={form}>
          <FormFields form={form} disabled={!canWrite} beside={beside} />
        </FormContext.Provider>
        <aside>
          {previewing && type.preview !== null && (
            <Preview form={form} template={type.preview} onClose={() => setPreviewing(false)} />
          )}
          {stored && (
            <dl>
              <dt>{t('API id')}</dt>
              <dd>
                <code>{stored.documentId}</code>
              </dd>
              <dt>{t('Updated')}</dt>
              <dd>{agoOf(stored.updatedAt)}</dd>
              <dt>{t('Created')}</dt>
              <dd>{agoOf(stored.createdAt)}</dd>
            </dl>
          )}
          {stored && <Uses type={type} documentId={stored.documentId} />}
          {stored && <Panels form={form} documentId={stored.documentId} />}
        </aside>
      </div>
      {form.clashes.value.length > 0 && <Clashes form={form} />}
      {openedFile.value && <OpenedFile />}
      <DocumentDialogs
        form={form}
        asking={asking}
        shared={shared}
        plans={plans}
        onClose={() => setAsking(null)}
        onRestored={setRestored}
        operate={operate}
      />
    </section>
  );
}

/** The locale that the address wants to see beside the form. */
function besideOf({ locale }: Form): string | null {
  const code = search.value.get('beside');
  return code !== locale && locales.value.some((each) => each.code === code) ? code : null;
}

function LocaleTabs({ form, beside }: { readonly form: Form; readonly beside: string | null }) {
  return (
    <nav class="tabs" aria-label={t('Locales')}>
      {locales.value.map(({ code, name }) => (
        <a
          key={code}
          href={localeAt(form, code, beside)}
          aria-current={code === form.locale ? 'page' : undefined}
          title={name}
        >
          {code}
        </a>
      ))}
    </nav>
  );
}
