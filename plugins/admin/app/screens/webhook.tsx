// One webhook: its settings, what can be done with it, and its deliveries. One of the configuration cannot be changed.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import {
  bodyOf,
  eventTitle,
  saveWebhook,
  stateOf,
  typeTitle,
  WEBHOOK_ACTIONS,
  type Webhook,
  type WithSecret,
  webhookAt,
} from '../data/webhooks';
import { listOf, t } from '../i18n/translate';
import { go } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { Secret } from './secret';
import { Deliveries } from './webhook-deliveries';
import { WebhookForm } from './webhook-form';

export function WebhookScreen({ id }: { readonly id: string }) {
  const at = webhookAt(id);
  const { value, error, fail, again } = useLoaded<{ data: Webhook }>(at);
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  if (!value) return <Failure error={error} />;
  const webhook = value.data;
  const { name, enabled, declared, disabledBecause } = webhook;
  const mayChange = (action: string): boolean => !declared && may(action);
  const renew = async (): Promise<void> => {
    const { data } = await ask<{ data: WithSecret }>(`${at}/actions/renew-secret`, { method: 'POST' });
    close();
    setSecret(data.data.secret);
  };
  const remove = async (): Promise<void> => {
    await ask(at, { method: 'DELETE' });
    go(`${path}/webhooks`);
  };
  return (
    <section>
      <Head title={name}>
        {mayChange(WEBHOOK_ACTIONS.update) && (
          <>
            <Button kind="main" onClick={() => setOpen('edit')}>
              {t('Edit')}
            </Button>
            <Button
              onClick={() =>
                void saveWebhook(webhook.id, { ...bodyOf(webhook), enabled: !enabled }).then(again, fail)
              }
            >
              {enabled ? t('Switch off') : t('Switch on')}
            </Button>
          </>
        )}
        {mayChange(WEBHOOK_ACTIONS.renewSecret) && (
          <Button onClick={() => setOpen('secret')}>{t('New secret …')}</Button>
        )}
        {mayChange(WEBHOOK_ACTIONS.delete) && (
          <Button kind="danger" onClick={() => setOpen('delete')}>
            {t('Delete')}
          </Button>
        )}
      </Head>
      <Failure error={error} />
      {!enabled && disabledBecause !== null && (
        <Notice kind="warning">
          {t('Quire has disabled this webhook: {reason}', { reason: disabledBecause })}
        </Notice>
      )}
      <Facts webhook={webhook} />
      <Deliveries webhook={webhook} />
      {open === 'edit' && (
        <WebhookForm
          webhook={webhook}
          onClose={close}
          onSaved={() => {
            close();
            again();
          }}
        />
      )}
      {open === 'secret' && (
        <Asked title={t('New secret')} yes={t('Replace the secret')} run={renew} onClose={close}>
          {t('The receiver needs the new secret at once: the former one signs no more requests.')}
        </Asked>
      )}
      {open === 'delete' && (
        <Asked title={t('Delete {name}', { name })} yes={t('Delete for ever')} run={remove} onClose={close}>
          {t('Its deliveries are deleted, too.')}
        </Asked>
      )}
      {secret !== null && (
        <Secret title={t('The secret of the webhook')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { url, types, events, condition, payload, role, format, headers, declared } = webhook;
  const names = Object.keys(headers);
  return (
    <dl class="facts">
      <Fact title={t('State')}>
        {stateOf(webhook)}
        {declared && ` (${t('From the configuration')})`}
      </Fact>
      <Fact title={t('Address')}>
        <span class="code">{url}</span>
      </Fact>
      <Fact title={t('Content types')}>{listOf(types.map(typeTitle))}</Fact>
      <Fact title={t('Events')}>{listOf(events.map(eventTitle))}</Fact>
      {condition !== null && (
        <Fact title={t('Condition')}>
          <code>{JSON.stringify(condition)}</code>
        </Fact>
      )}
      <Fact title={t('Content')}>
        {payload === 'ids' ? t('Ids only') : t('The document as the role {role} sees it', { role })}
      </Fact>
      <Fact title={t('Form')}>{format === 'quire' ? 'Quire' : 'Strapi'}</Fact>
      {names.length > 0 && (
        <Fact title={t('Headers')}>
          <code>{names.join(', ')}</code>
        </Fact>
      )}
    </dl>
  );
}

interface AskedProps {
  readonly title: string;
  readonly yes: string;
  readonly children: string;
  readonly run: () => Promise<void>;
  readonly onClose: () => void;
}

function Asked({ title, yes, children, run, onClose }: AskedProps) {
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Failure error={failure} />
      <div class="row">
        <Button kind="danger" onClick={() => void run().catch(setFailure)}>
          {yes}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}
