// Locales of content: add, rename, make the default, remove.

import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known, type Locale, may } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { Table } from '../ui/table';
import { RemoveLocale } from './remove-locale';

const action = (verb: string): string => `plugin::i18n.locales.${verb}`;

export function LocalesScreen() {
  const at = `${known().prefix}/i18n/locales`;
  const { value, failure, fail, again } = useLoaded<readonly Locale[]>(at);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Locale | null>(null);
  return (
    <section>
      <Head title={t('Locales')}>
        {may(action('createLocale')) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            {t('New')}
          </Button>
        )}
      </Head>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <Table
        caption={t('Locales')}
        rows={value ?? []}
        keyOf={({ code }) => code}
        columns={[
          { title: t('Code'), cell: ({ code }) => code },
          { title: t('Name'), cell: ({ name }) => name },
          {
            title: t('Actions'),
            spoken: true,
            cell: (locale) => (
              <>
                {locale.isDefault && t('Default')}
                {!locale.isDefault && may(action('setDefaultLocale')) && (
                  <Button
                    kind="quiet"
                    onClick={() =>
                      void ask(`${at}/${locale.code}/actions/set-default`, { method: 'POST' }).then(
                        again,
                        fail,
                      )
                    }
                  >
                    {t('Make default')}
                  </Button>
                )}
                {!locale.isDefault && may(action('deleteLocale')) && (
                  <Button
                    kind="quiet"
                    icon="bin"
                    label={t('Remove {name}', { name: locale.name })}
                    onClick={() => setRemoving(locale)}
                  />
                )}
              </>
            ),
          },
        ]}
      />
      {adding && (
        <Dialog title={t('New locale')} onClose={() => setAdding(false)}>
          <SimpleForm
            submit={t('Add')}
            onCancel={() => setAdding(false)}
            fields={[
              { name: 'code', label: t('Code, such as de or pt-BR'), required: true },
              { name: 'name', label: t('Name (empty: by its code)') },
            ]}
            send={async ({ code, name }) => {
              await ask(at, { method: 'POST', body: { code, ...(name === '' ? {} : { name }) } });
              location.reload();
            }}
          />
        </Dialog>
      )}
      {removing && <RemoveLocale locale={removing} at={at} onClose={() => setRemoving(null)} />}
    </section>
  );
}
