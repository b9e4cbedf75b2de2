// The saved views of a list: open one, save what the list shows now, remove one.

import { useState } from 'preact/hooks';
import { may, type TypeModel } from '../data/model';
import { path } from '../data/place';
import type { View, Views } from '../data/views';
import { t } from '../i18n/translate';
import { setSearch } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Menu } from '../ui/menu';
import { SimpleForm } from '../ui/simple-form';
import { type List, withoutView, wordsOf } from './list-words';

interface Props {
  readonly type: TypeModel;
  readonly list: List;
  readonly views: Views;
  /** The view of the address. */
  readonly view: View | null | undefined;
  readonly fail: (error: unknown) => void;
}

const SHARE = 'plugin::admin.view.share';
/** Changes of the address that remove all words of the list. */
const NO_WORDS = withoutView(null, new URLSearchParams());

export function ViewMenu({ type, list, views, view, fail }: Props) {
  const [saving, setSaving] = useState(false);
  const at = `${path}/types/${type.uid}`;
  const mayRemove = view && (view.own || may(SHARE));
  return (
    <>
      <Menu
        isAtStart
        title={
          <>
            {t('View')}
            {view && (
              <>
                : <bdi>{view.name}</bdi>
              </>
            )}
          </>
        }
      >
        <a href={at} aria-current={view === undefined ? 'page' : undefined}>
          {t('All')}
        </a>
        {views.all?.map((each) => (
          <a
            key={each.id}
            href={`${at}?view=${each.id}`}
            aria-current={each.id === view?.id ? 'page' : undefined}
          >
            <bdi>{each.name}</bdi> {each.shared && <small>{t('shared')}</small>}
          </a>
        ))}
        <Button kind="quiet" icon="plus" onClick={() => setSaving(true)}>
          {t('Save this view')}
        </Button>
        {view && mayRemove && (
          <Button
            kind="quiet"
            icon="bin"
            onClick={() => void views.remove(view).then(() => setSearch(NO_WORDS), fail)}
          >
            {t('Remove the view {name}', { name: view.name })}
          </Button>
        )}
      </Menu>
      {saving && (
        <Dialog title={t('Save this view')} onClose={() => setSaving(false)}>
          <p>{t('A view keeps the search, the filter, the order and the columns of the list.')}</p>
          <SimpleForm
            submit={t('Save')}
            onCancel={() => setSaving(false)}
            fields={[
              { name: 'name', label: t('Name'), value: view?.own ? view.name : '', required: true },
              ...(may(SHARE)
                ? [
                    {
                      name: 'for',
                      label: t('For'),
                      value: view?.own && view.shared ? 'all' : 'me',
                      choices: [
                        ['me', t('Me')],
                        ['all', t('Everyone who may see the list')],
                      ] as const,
                    },
                  ]
                : []),
            ]}
            send={async ({ name = '', for: whom }) => {
              const saved = await views.save({ name, shared: whom === 'all', words: wordsOf(list) });
              setSaving(false);
              setSearch({ ...NO_WORDS, view: String(saved.id) });
            }}
          />
        </Dialog>
      )}
    </>
  );
}
