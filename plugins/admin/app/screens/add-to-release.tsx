// Adds a document to a release, or to a new one, and lists the releases that have it. Needs the plugin `schedule`.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import type { Form } from '../data/form';
import { useLoaded } from '../data/load';
import { documentAt, may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import {
  ACTION_TITLES,
  CHANGE_ACTIONS,
  type Change,
  changeAt,
  changesAt,
  isPlanned,
  mayUnschedule,
  type Page,
} from '../data/releases';
import { timeInZone } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Confirmation } from '../ui/notice';
import { ReleaseForm } from './release-form';

interface Props {
  readonly form: Form;
  readonly documentId: string;
  readonly onClose: () => void;
}

const MOST = 100;

export function AddToRelease({ form, documentId, onClose }: Props) {
  const { type, locale } = form;
  const words = { type: type.uid, documentId, pageSize: MOST };
  const own = useLoaded<Page<Change>>(may(CHANGE_ACTIONS.read) ? `${changesAt()}${queryOf(words)}` : null);
  const [isAdded, setAdded] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const add = async (plan: object): Promise<void> => {
    setFailed(null);
    setAdded(false);
    await ask(`${documentAt(type, documentId)}/actions/schedule${queryOf({ locale })}`, {
      method: 'POST',
      body: { data: plan },
    });
    setAdded(true);
    own.again();
  };
  const remove = async (change: Change): Promise<void> => {
    setFailed(null);
    setAdded(false);
    await ask(changeAt(change.id), { method: 'DELETE' }).catch(setFailed);
    own.again();
  };
  const changes = own.value?.data.filter(
    (change) =>
      change.release !== null &&
      isPlanned(change) &&
      (locale === null || change.locale === locale || change.locale === '*'),
  );
  return (
    <Dialog title={t('Add to a release')} onClose={onClose}>
      <ReleaseForm type={type} add={add} />
      <Confirmation text={isAdded ? t('Added to the release') : null} />
      <Failure error={failed} />
      <Failure error={own.error} />
      {changes && (
        <div aria-live="polite">
          <h3>{t('Releases with this document')}</h3>
          {changes.length === 0 && <p class="nothing">{t('No release has this document.')}</p>}
          <ul class="list">
            {changes.map((change) => (
              <li key={change.id} class="row">
                <span class="grow">
                  <a href={`${path}/releases/${change.release?.id}`} dir="auto">
                    {change.release?.name}
                  </a>
                  <br />
                  <small>
                    {t(ACTION_TITLES[change.action])}
                    {change.locale === '*' && ` · ${t('All locales')}`}
                    {change.at !== null && ` · ${timeInZone(change.at, change.timeZone)}`}
                  </small>
                </span>
                {may(CHANGE_ACTIONS.cancel) && mayUnschedule(type.uid) && (
                  <Button kind="quiet" onClick={() => void remove(change)}>
                    {t('Remove')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="row">
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}
