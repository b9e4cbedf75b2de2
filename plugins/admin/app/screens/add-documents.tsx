// Adds documents to a release, one after another: the type, what happens with it, the locale, and the document itself.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { findDocuments } from '../data/find-documents';
import { defaultLocale, documentAt, hasLocales, locales, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import { actionsOf, schedulable, type WholeRelease } from '../data/releases';
import type { Suggestion } from '../data/suggestion';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Combobox } from '../ui/combobox';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Confirmation } from '../ui/notice';

interface Props {
  readonly release: WholeRelease;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

const EVERY = '*';

export function AddDocuments({ release, onAdded, onClose }: Props) {
  const types = schedulable();
  const [uid, setUid] = useState(types[0]?.uid ?? '');
  const type = types.find((each) => each.uid === uid) ?? types[0];
  return (
    <Dialog title={t('Add documents')} onClose={onClose}>
      <div class="narrow">
        <div class="field">
          <label for="add-type">{t('Content type')}</label>
          <select id="add-type" value={uid} onChange={(event) => setUid(event.currentTarget.value)}>
            {types.map((each) => (
              <option key={each.uid} value={each.uid}>
                {each.title}
              </option>
            ))}
          </select>
        </div>
        {type && <OfType key={type.uid} type={type} release={release} onAdded={onAdded} />}
      </div>
      <div class="row">
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}

interface OfTypeProps {
  readonly type: TypeModel;
  readonly release: WholeRelease;
  readonly onAdded: () => void;
}

function OfType({ type, release, onAdded }: OfTypeProps) {
  const actions = actionsOf(type);
  const [action, setAction] = useState<string>(actions[0]?.[0] ?? '');
  const [locale, setLocale] = useState(hasLocales(type) ? defaultLocale() : undefined);
  const [added, setAdded] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const add = async ({ id, title }: Suggestion): Promise<void> => {
    setFailure(null);
    setAdded(null);
    try {
      await ask(`${documentAt(type, id)}/actions/schedule${queryOf({ locale })}`, {
        method: 'POST',
        body: { data: { action, release: release.id } },
      });
      setAdded(title);
      onAdded();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <div class="field">
        <label for="add-action">{t('Action')}</label>
        <select id="add-action" value={action} onChange={(event) => setAction(event.currentTarget.value)}>
          {actions.map(([name, title]) => (
            <option key={name} value={name}>
              {t(title)}
            </option>
          ))}
        </select>
      </div>
      {locale !== undefined && (
        <div class="field">
          <label for="add-locale">{t('Locale')}</label>
          <select id="add-locale" value={locale} onChange={(event) => setLocale(event.currentTarget.value)}>
            {locales.value.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
            <option value={EVERY}>{t('All locales')}</option>
          </select>
        </div>
      )}
      {type.kind === 'singleType' ? (
        <Button onClick={() => void add({ id: '', title: type.title })}>
          {t('Add {name}', { name: type.title })}
        </Button>
      ) : (
        <div class="field">
          <label for="add-document">{t('Document')}</label>
          <Combobox
            id="add-document"
            label={t('Document')}
            placeholder={t('Add …')}
            search={(text, signal) =>
              findDocuments(type, text, signal, { locale: locale === EVERY ? undefined : locale })
            }
            onPick={(found) => void add(found)}
          />
        </div>
      )}
      <Confirmation text={added === null ? null : t('{name} is in the release.', { name: added })} />
      <Failure error={failure} />
    </>
  );
}
