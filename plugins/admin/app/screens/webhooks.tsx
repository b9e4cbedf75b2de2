// Webhooks: the list, and a screen for each.
import { useState } from 'preact/hooks';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import { eventTitle, stateOf, typeTitle, WEBHOOK_ACTIONS, type Webhook, webhooksAt } from '../data/webhooks';
import { listOf, t } from '../i18n/translate';
import { steps } from '../router';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { Table } from '../ui/table';
import { Secret } from './secret';
import { WebhookScreen } from './webhook';
import { WebhookForm } from './webhook-form';

export function WebhooksScreen() {
  const [, id] = steps.value;
  return id === undefined ? <WebhookList /> : <WebhookScreen key={id} id={id} />;
}

function WebhookList() {
  const { value, error, again } = useLoaded<{ data: readonly Webhook[] }>(webhooksAt());
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section>
      <Head title={t('Webhooks')}>
        {may(WEBHOOK_ACTIONS.create) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            {t('New')}
          </Button>
        )}
      </Head>
      <Failure error={error} />
      {value?.data.length === 0 && (
        <p class="nothing">{t('No webhooks. A webhook tells another service what happens to content.')}</p>
      )}
      {value && value.data.length > 0 && (
        <Table
          caption={t('Webhooks')}
          rows={value.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('Name'),
              cell: ({ id, name }) => (
                <a href={`${path}/webhooks/${id}`} dir="auto">
                  {name}
                </a>
              ),
            },
            { title: t('Address'), cell: ({ url }) => <span class="code key">{url}</span> },
            { title: t('Content types'), cell: ({ types }) => listOf(types.map(typeTitle)) },
            { title: t('Events'), cell: ({ events }) => listOf(events.map(eventTitle)) },
            { title: t('State'), cell: (webhook) => <State webhook={webhook} /> },
          ]}
        />
      )}
      {adding && (
        <WebhookForm
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            setAdding(false);
            if ('secret' in saved) setSecret(saved.secret);
            again();
          }}
        />
      )}
      {secret !== null && (
        <Secret title={t('The secret of the webhook')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}

const State = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    {stateOf(webhook)}
    {webhook.disabledBecause !== null && !webhook.enabled && (
      <small class="issue">
        {': '}
        <bdi>{webhook.disabledBecause}</bdi>
      </small>
    )}
    {webhook.declared && (
      <>
        <br />
        <small>{t('From the configuration')}</small>
      </>
    )}
  </>
);
