// Actions on chosen documents, by the bulk route: each document is stored on its own, and the refused ones are listed.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import { documentsAt, hasDrafts, may, nameOfLocale, seesDrafts, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import { canSchedule, RELEASE_ACTIONS } from '../data/releases';
import { msg, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { BulkFailures, type Outcome } from './bulk-failures';
import { BulkField, type Change, changeable } from './bulk-field';
import { BulkPlan } from './bulk-plan';

/** documentId → title. */
export type Chosen = ReadonlyMap<string, string>;

interface Props {
  readonly type: TypeModel;
  readonly chosen: Chosen;
  readonly locale: string | null;
  readonly onStart: () => void;
  /** `left`: the documents that stay chosen, because they failed or the person stopped before them. */
  readonly onDone: (text: string, left: Chosen) => void;
  /** Changes what is chosen. It is absent while an action runs. */
  readonly children?: ComponentChildren;
}

/** Documents of one request: the progress is shown after each. */
const TOGETHER = 100;
const ACTIONS = [
  ['publish', msg('Publish')],
  ['unpublish', msg('Unpublish')],
  ['delete', msg('Delete')],
] as const;
type Action = (typeof ACTIONS)[number][0];
type Operation = Action | 'update' | 'schedule';

const QUESTIONS: Readonly<Record<Action, (count: number) => string>> = {
  publish: (count) => plural(count, 'Publish {count} document?', 'Publish {count} documents?'),
  unpublish: (count) => plural(count, 'Unpublish {count} document?', 'Unpublish {count} documents?'),
  delete: (count) => plural(count, 'Delete {count} document?', 'Delete {count} documents?'),
};

export function Bulk({ type, chosen, locale, onStart, onDone, children }: Props) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [open, setOpen] = useState<'field' | 'time' | 'release' | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Outcome[]>([]);
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  useEffect(() => stop, []);
  const ids = [...chosen.keys()];
  const mayChange = seesDrafts(type) && ['bulk', 'update'].every((name) => type.actions.includes(name));

  const mayPlan = type.actions.includes('bulk') && canSchedule(type);

  const run = async (operation: Operation, data?: Change): Promise<void> => {
    setAsked(null);
    setOpen(null);
    setFailures([]);
    onStart();
    isStopped.current = false;
    const failed: Outcome[] = [];
    let tried = 0;
    while (tried < ids.length && !isStopped.current) {
      setDone(tried);
      const part = ids.slice(tried, tried + TOGETHER);
      failed.push(...(await send(type, { operation, data }, locale, part)));
      tried += part.length;
    }
    setDone(null);
    setFailures(failed);
    const left = [...failed.map(({ documentId }) => documentId), ...ids.slice(tried)];
    onDone(
      plural(tried - failed.length, 'Done: {count} document', 'Done: {count} documents'),
      new Map(left.map((documentId) => [documentId, chosen.get(documentId) ?? documentId])),
    );
  };

  return (
    <div class="row bulk">
      <strong>{plural(ids.length, '{count} document chosen', '{count} documents chosen')}</strong>
      {ACTIONS.filter(([name]) => type.actions.includes('bulk') && type.actions.includes(name)).map(
        ([name, title]) => (
          <Button
            key={name}
            kind={name === 'delete' ? 'danger' : 'plain'}
            disabled={done !== null}
            onClick={() => setAsked(name)}
          >
            {t(title)}
          </Button>
        ),
      )}
      {mayChange && changeable(type).length > 0 && (
        <Button disabled={done !== null} onClick={() => setOpen('field')}>
          {t('Change a field …')}
        </Button>
      )}
      {mayPlan && (
        <Button disabled={done !== null} onClick={() => setOpen('time')}>
          {t('Schedule …')}
        </Button>
      )}
      {mayPlan && may(RELEASE_ACTIONS.read) && (
        <Button disabled={done !== null} onClick={() => setOpen('release')}>
          {t('Add to a release …')}
        </Button>
      )}
      <Button kind="quiet" icon="copy" onClick={() => void navigator.clipboard.writeText(ids.join('\n'))}>
        {t('Copy ids')}
      </Button>
      {done !== null && (
        <>
          <progress max={ids.length} value={done}>
            {t('{done} of {count}', { done, count: ids.length })}
          </progress>
          {ids.length > TOGETHER && <Button onClick={stop}>{t('Stop')}</Button>}
        </>
      )}
      {done === null && children}
      {failures.length > 0 && (
        <BulkFailures
          type={type}
          locale={locale}
          failures={failures}
          titleOf={(documentId) => chosen.get(documentId) ?? documentId}
        />
      )}
      {open === 'field' && (
        <BulkField
          type={type}
          count={ids.length}
          run={(data) => void run('update', data)}
          onClose={() => setOpen(null)}
        />
      )}
      {(open === 'time' || open === 'release') && (
        <BulkPlan
          type={type}
          count={ids.length}
          into={open}
          run={(plan) => void run('schedule', plan)}
          onClose={() => setOpen(null)}
        />
      )}
      {asked !== null && (
        <Dialog title={QUESTIONS[asked](ids.length)} onClose={() => setAsked(null)}>
          {locale !== null && (
            <p>
              {asked === 'delete'
                ? t('Only the texts in {locale} are deleted. Other locales stay.', {
                    locale: nameOfLocale(locale),
                  })
                : `${t('Locale')}: ${nameOfLocale(locale)}`}
            </p>
          )}
          {asked === 'delete' && <p>{t('This cannot be undone.')}</p>}
          <div class="row">
            <Button kind={asked === 'delete' ? 'danger' : 'main'} onClick={() => void run(asked)}>
              {ACTIONS.filter(([name]) => name === asked).map(([, title]) => t(title))}
            </Button>
            <Button onClick={() => setAsked(null)}>{t('Cancel')}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** A request that fails as a whole refuses each of its documents. */
async function send(
  type: TypeModel,
  { operation, data: change }: { readonly operation: Operation; readonly data: Change | undefined },
  locale: string | null,
  ids: readonly string[],
): Promise<readonly Outcome[]> {
  const items = ids.map((documentId) => ({ operation, documentId, data: change }));
  const outcomeOf = (documentId: string, error: NonNullable<Outcome['error']>): Outcome => ({
    documentId,
    error,
    refused: error.status === 403 ? { action: `${type.uid}.${operation}`, documentId } : null,
  });
  const words = { locale, status: operation === 'update' && hasDrafts(type) ? 'draft' : undefined };
  const at = `${documentsAt(type.uid)}/actions/bulk${queryOf(words)}`;
  try {
    const { data } = await ask<{ data: Omit<Outcome, 'refused'>[] }>(at, {
      method: 'POST',
      body: { data: { items, atomic: false } },
    });
    return data.data.flatMap(({ documentId, error }) =>
      error === null ? [] : [outcomeOf(documentId, error)],
    );
  } catch (error) {
    const { message, status } = error instanceof ApiError ? error : { message: String(error), status: 0 };
    return ids.map((documentId) => outcomeOf(documentId, { message, status }));
  }
}
