// The test of a webhook, and its deliveries: the newest first, with the sent body on demand.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { may, typeOf } from '../data/model';
import { queryOf } from '../data/query';
import {
  type Delivery,
  eventTitle,
  typeTitle,
  WEBHOOK_ACTIONS,
  type Webhook,
  webhookAt,
} from '../data/webhooks';
import { dateAndTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DocumentLink } from '../ui/document-link';
import { Failure } from '../ui/failure';
import { Notice } from '../ui/notice';
import { Pager, pageOfAddress } from '../ui/pager';
import { Table } from '../ui/table';

interface Listed {
  readonly data: readonly Delivery[];
  readonly meta: { readonly pagination: { readonly pageCount: number } };
}

type Outcome = Pick<Delivery, 'ok' | 'status' | 'error'>;

export function Deliveries({ webhook: { id, enabled } }: { readonly webhook: Webhook }) {
  const at = webhookAt(id);
  const page = pageOfAddress();
  const reads = may(WEBHOOK_ACTIONS.readDeliveries);
  const { value, error, again } = useLoaded<Listed>(reads ? `${at}/deliveries${queryOf({ page })}` : null);
  const [outcome, setOutcome] = useState<Outcome | 'waits' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<Delivery | null>(null);
  const post = async <T,>(action: string): Promise<T | null> => {
    setBusy(true);
    setFailure(null);
    setOutcome(null);
    try {
      return (await ask<T>(`${at}/${action}`, { method: 'POST' })).data;
    } catch (thrown) {
      setFailure(thrown);
      return null;
    } finally {
      setBusy(false);
      again();
    }
  };
  const test = async (): Promise<void> =>
    setOutcome((await post<{ data: Outcome }>('actions/test'))?.data ?? null);
  const redeliver = async (delivery: Delivery): Promise<void> => {
    if (await post(`deliveries/${delivery.id}/actions/redeliver`)) setOutcome('waits');
  };
  const pages = value?.meta.pagination.pageCount ?? 1;
  return (
    <>
      <div class="row">
        {reads && <h2 class="grow">{t('Deliveries')}</h2>}
        {/* A webhook that is off sends nothing, and the server drops its events. */}
        {enabled && may(WEBHOOK_ACTIONS.test) && (
          <Button disabled={busy} onClick={() => void test()}>
            {t('Send a test')}
          </Button>
        )}
        {reads && <Button onClick={again}>{t('Refresh')}</Button>}
      </div>
      <div aria-live="polite">{outcome !== null && <Outcome outcome={outcome} />}</div>
      <Failure error={failure} />
      <Failure error={error} />
      {value?.data.length === 0 && <p class="nothing">{t('Nothing has been sent yet.')}</p>}
      {value && value.data.length > 0 && (
        <Table
          caption={t('Deliveries')}
          rows={value.data}
          keyOf={(delivery) => delivery.id}
          columns={[
            { title: t('Time'), cell: (delivery) => dateAndTimeOf(delivery.at) },
            { title: t('Event'), cell: (delivery) => <Event delivery={delivery} /> },
            { title: t('State'), cell: (delivery) => <State delivery={delivery} /> },
            { title: t('Answer'), cell: ({ status }) => (status === null ? t('None') : String(status)) },
            { title: t('Attempt'), cell: ({ attempt }) => String(attempt) },
            {
              title: t('Duration'),
              cell: ({ milliseconds }) => t('{milliseconds} ms', { milliseconds }),
            },
            {
              title: t('Actions'),
              spoken: true,
              cell: (delivery) => (
                <>
                  <Button kind="quiet" onClick={() => setOpen(delivery)}>
                    {t('Show')}
                  </Button>
                  {enabled && may(WEBHOOK_ACTIONS.redeliver) && (
                    <Button kind="quiet" disabled={busy} onClick={() => void redeliver(delivery)}>
                      {t('Deliver again')}
                    </Button>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {(page > 1 || pages > 1) && (
        <footer class="row">
          <Pager page={page} isLast={page >= pages} />
        </footer>
      )}
      {open !== null && <Bodies delivery={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: Outcome | 'waits' }) {
  if (outcome === 'waits')
    return <Notice>{t('The event is sent again. After the attempt, it is in the list.')}</Notice>;
  const { ok, status, error } = outcome;
  return ok ? (
    <Notice>{t('The test has arrived. The receiver answered {status}.', { status: String(status) })}</Notice>
  ) : (
    <Notice kind="warning">{t('The test has failed: {problem}', { problem: error ?? '' })}</Notice>
  );
}

function Event({ delivery: { event } }: { readonly delivery: Delivery }) {
  const { type, documentId, axes } = event;
  return (
    <>
      {eventTitle(event.event)}
      {documentId !== '' && (
        <>
          {' · '}
          {typeOf(type) ? (
            <DocumentLink uid={type} documentId={documentId} query={queryOf({ locale: axes.locale })}>
              {typeTitle(type)} {documentId}
            </DocumentLink>
          ) : (
            `${typeTitle(type)} ${documentId}`
          )}
        </>
      )}
    </>
  );
}

const State = ({ delivery: { ok, error } }: { readonly delivery: Delivery }) =>
  ok ? (
    <span class="state published">{t('Delivered')}</span>
  ) : (
    <span class="issue">
      {t('Failed')}
      {': '}
      <bdi>{error}</bdi>
    </span>
  );

/** The log cuts long bodies, so they may be no JSON. */
function readableJson(text: string | null): string {
  if (text === null || text === '') return '–';
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface BodiesProps {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

const Bodies = ({ delivery: { at, request, response }, onClose }: BodiesProps) => (
  <Dialog title={t('Delivery, {moment}', { moment: dateAndTimeOf(at) })} wide onClose={onClose}>
    <Body id="sent-body" title={t('Sent, without the values of secrets')} text={request} />
    <Body id="answer-body" title={t('Answer of the receiver')} text={response} />
    <div class="row">
      <Button onClick={onClose}>{t('Close')}</Button>
    </div>
  </Dialog>
);

interface BodyProps {
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
}

const Body = ({ id, title, text }: BodyProps) => (
  <div class="field">
    <label for={id}>{title}</label>
    <textarea id={id} readOnly class="code" value={readableJson(text)} />
  </div>
);
