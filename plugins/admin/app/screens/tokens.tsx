// API tokens. A secret is shown once.

import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known, may } from '../data/model';
import { agoOf } from '../i18n/moments';
import { type Message, msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { Table } from '../ui/table';
import { Secret } from './secret';

interface Token {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly declared: boolean;
}

const action = (verb: string): string => `plugin::api-tokens.token.${verb}`;
const KINDS = [
  ['read-only', msg('Read only')],
  ['full-access', msg('Full access')],
  ['custom', msg('Chosen actions')],
] as const;
const LIFESPANS = [
  ['30d', msg('30 days')],
  ['90d', msg('90 days')],
  ['365d', msg('One year')],
  ['', msg('For ever')],
] as const;

const choicesOf = (choices: readonly (readonly [string, Message])[]) =>
  choices.map(([value, title]) => [value, t(title)] as const);

const kindOf = (type: string): string => new Map<string, string>(choicesOf(KINDS)).get(type) ?? type;

export function TokensScreen() {
  const at = `${known().prefix}/api-tokens`;
  const { value, failure, fail, again } = useLoaded<{ data: readonly Token[] }>(at);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [sure, setSure] = useState<string | null>(null);
  return (
    <section>
      <Head title={t('API tokens')}>
        {may(action('create')) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            {t('New')}
          </Button>
        )}
      </Head>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {value?.data.length === 0 && (
        <p class="nothing">{t('No tokens. A program needs one to use the API with rights of its own.')}</p>
      )}
      {value && value.data.length > 0 && (
        <Table
          caption={t('API tokens')}
          rows={value.data}
          keyOf={({ id }) => id}
          columns={[
            { title: t('Name'), cell: ({ name }) => name },
            { title: t('Kind'), cell: ({ type }) => kindOf(type) },
            {
              title: t('Expires'),
              cell: ({ expiresAt }) => (expiresAt === null ? t('Never') : agoOf(expiresAt)),
            },
            {
              title: t('Last used'),
              cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('Never') : agoOf(lastUsedAt)),
            },
            {
              title: t('Actions'),
              spoken: true,
              cell: (token) => (
                <>
                  {token.declared && t('From the configuration')}
                  {!token.declared && may(action('revoke')) && sure !== token.documentId && (
                    <Button kind="quiet" onClick={() => setSure(token.documentId)}>
                      {t('Revoke')}
                    </Button>
                  )}
                  {sure === token.documentId && (
                    <Button
                      kind="danger"
                      onClick={() =>
                        void ask(`${at}/${token.documentId}`, { method: 'DELETE' }).then(again, fail)
                      }
                    >
                      {t('Revoke {name}', { name: token.name })}
                    </Button>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {adding && (
        <Dialog title={t('New token')} onClose={() => setAdding(false)}>
          <SimpleForm
            submit={t('Create')}
            onCancel={() => setAdding(false)}
            fields={[
              { name: 'name', label: t('Name'), required: true },
              { name: 'type', label: t('Kind'), choices: choicesOf(KINDS), value: 'read-only' },
              { name: 'lifespan', label: t('Lifespan'), choices: choicesOf(LIFESPANS), value: '90d' },
              { name: 'actions', label: t('Actions, one in each line (for chosen actions)'), kind: 'lines' },
            ]}
            send={async ({ name, type, lifespan, actions = '' }) => {
              const { data } = await ask<{ data: { accessKey: string } }>(at, {
                method: 'POST',
                body: {
                  name,
                  type,
                  lifespan: lifespan === '' ? null : lifespan,
                  ...(type === 'custom'
                    ? { actions: actions.split(/\s+/).filter((each) => each !== '') }
                    : {}),
                },
              });
              setAdding(false);
              setSecret(data.data.accessKey);
              again();
            }}
          />
        </Dialog>
      )}
      {secret !== null && (
        <Secret title={t('The secret of the token')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}
