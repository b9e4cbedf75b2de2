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
  actionsOf,
  CHANGE_ACTIONS,
  type Change,
  changeAt,
  changesAt,
  isPlanned,
  mayUnschedule,
  type Page,
  type PlanState,
  RELEASE_ACTIONS,
  type Release,
  releasesAt,
} from '../data/releases';
import { timeInZone } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { say } from '../ui/notice';
import { SimpleInput } from '../ui/simple-form';
import { useSubmit } from '../ui/submit';

interface Props {
  readonly form: Form;
  readonly documentId: string;
  readonly onClose: () => void;
}

const NEW = 'new';
const MOST = 100;

export function AddToRelease({ form, documentId, onClose }: Props) {
  const { type, locale } = form;
  const open = useReleases('open');
  const waiting = useReleases('waiting');
  const words = { type: type.uid, documentId, pageSize: MOST };
  const own = useLoaded<Page<Change>>(may(CHANGE_ACTIONS.read) ? `${changesAt()}${queryOf(words)}` : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const releases = [...(waiting.value?.data ?? []), ...(open.value?.data ?? [])];
  const mayCreate = may(RELEASE_ACTIONS.create);
  const into = chosen ?? (releases[0] ? String(releases[0].id) : NEW);
  const { issueOf, failure, busy, onSubmit } = useSubmit(async (values) => {
    setFailed(null);
    const release = into === NEW ? await create(String(values.get('name') ?? '')) : Number(into);
    await ask(`${documentAt(type, documentId)}/actions/schedule${queryOf({ locale })}`, {
      method: 'POST',
      body: { data: { action: String(values.get('action')), release } },
    });
    say(t('Added to the release'));
    own.again();
  });
  /** A new release stays chosen: after a refusal, the form makes no second one. */
  const create = async (name: string): Promise<number> => {
    const { data } = await ask<{ data: Release }>(releasesAt(), { method: 'POST', body: { name } });
    open.again();
    setChosen(String(data.data.id));
    return data.data.id;
  };
  const remove = async (change: Change): Promise<void> => {
    setFailed(null);
    await ask(changeAt(change.id), { method: 'DELETE' }).catch(setFailed);
    own.again();
  };
  const changes = own.value?.data.filter(
    (change) =>
      change.release !== null &&
      isPlanned(change) &&
      (locale === null || change.locale === locale || change.locale === '*'),
  );
  const isLoaded = open.value !== null && waiting.value !== null;
  return (
    <Dialog title={t('Add to a release')} onClose={onClose}>
      <Failure error={open.error ?? waiting.error} />
      {isLoaded && releases.length === 0 && !mayCreate && (
        <p class="nothing">{t('There are no releases that wait.')}</p>
      )}
      {isLoaded && (releases.length > 0 || mayCreate) && (
        <form class="narrow" onSubmit={onSubmit}>
          <Failure error={failure} />
          <div class="field">
            <label for="into-release">{t('Release')}</label>
            <select id="into-release" value={into} onChange={(event) => setChosen(event.currentTarget.value)}>
              {releases.map((release) => (
                <option key={release.id} value={String(release.id)}>
                  {titleOf(release)}
                </option>
              ))}
              {mayCreate && <option value={NEW}>{t('New release')}</option>}
            </select>
          </div>
          {into === NEW && (
            <SimpleInput field={{ name: 'name', label: t('Name'), required: true }} issue={issueOf('name')} />
          )}
          <SimpleInput
            field={{
              name: 'action',
              label: t('Action'),
              choices: actionsOf(type).map(([name, title]) => [name, t(title)] as const),
            }}
            issue={issueOf('action')}
          />
          <div class="row">
            <Button kind="main" type="submit" disabled={busy}>
              {t('Add')}
            </Button>
          </div>
        </form>
      )}
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

const useReleases = (state: PlanState) =>
  useLoaded<Page<Release>>(`${releasesAt()}${queryOf({ state, pageSize: MOST })}`);

const titleOf = ({ name, at, timeZone }: Release): string =>
  at === null ? name : `${name} (${timeInZone(at, timeZone)})`;
