// Chooses a release or names a new one, and chooses the action for its documents.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { may, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import {
  actionsOf,
  type Page,
  type PlanState,
  RELEASE_ACTIONS,
  type Release,
  releasesAt,
} from '../data/releases';
import { timeInZone } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { SimpleInput } from '../ui/simple-form';
import { useSubmit } from '../ui/submit';

interface Props {
  readonly type: TypeModel;
  readonly add: (plan: { readonly action: string; readonly release: number }) => Promise<void>;
}

const NEW = 'new';
const MOST = 100;

export function ReleaseForm({ type, add }: Props) {
  const open = useReleases('open');
  const waiting = useReleases('waiting');
  const [chosen, setChosen] = useState<string | null>(null);
  const releases = [...(waiting.value?.data ?? []), ...(open.value?.data ?? [])];
  const mayCreate = may(RELEASE_ACTIONS.create);
  const into = chosen ?? (releases[0] ? String(releases[0].id) : NEW);
  const { issueOf, failure, busy, onSubmit } = useSubmit(async (values) => {
    const release = into === NEW ? await create(String(values.get('name') ?? '')) : Number(into);
    await add({ action: String(values.get('action')), release });
  });
  /** A new release stays chosen: after a refusal, the form makes no second one. */
  const create = async (name: string): Promise<number> => {
    const { data } = await ask<{ data: Release }>(releasesAt(), { method: 'POST', body: { name } });
    open.again();
    setChosen(String(data.data.id));
    return data.data.id;
  };
  const unread = <Failure error={open.error ?? waiting.error} />;
  if (open.value === null || waiting.value === null) return unread;
  if (releases.length === 0 && !mayCreate)
    return <p class="nothing">{t('There are no releases that wait.')}</p>;
  return (
    <form class="narrow" onSubmit={onSubmit}>
      {unread}
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
  );
}

const useReleases = (state: PlanState) =>
  useLoaded<Page<Release>>(`${releasesAt()}${queryOf({ state, pageSize: MOST })}`);

const titleOf = ({ name, at, timeZone }: Release): string =>
  at === null ? name : `${name} (${timeInZone(at, timeZone)})`;
