// Scheduled changes of the last week that have failed, for the first screen. They need the plugin `schedule`.
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { CHANGE_ACTIONS, type Change, changesAt, isNews, momentOf, type Page } from '../data/releases';
import { useTitles } from '../data/titles';
import { t } from '../i18n/translate';
import { Failure } from '../ui/failure';
import { DocumentName } from './document-name';
import { PlanTime, reasonOf } from './plan-parts';

const SHOWN = 5;
/** The newest plans, of which the most are news. */
const MOST = 100;

export function FailedPlans() {
  const { value, error } = useLoaded<Page<Change>>(
    may(CHANGE_ACTIONS.read) ? `${changesAt()}${queryOf({ state: 'failed', pageSize: MOST })}` : null,
  );
  const news = (value?.data ?? []).filter(isNews).sort((one, other) => momentOf(other) - momentOf(one));
  const newest = news.slice(0, SHOWN);
  const titleOf = useTitles(newest);
  if (newest.length === 0 && error === null) return null;
  return (
    <section class="card">
      <h2>{t('Scheduled changes that failed')}</h2>
      <Failure error={error} />
      <ul>
        {newest.map((change) => (
          <li key={change.id}>
            <DocumentName document={change} titleOf={titleOf} />{' '}
            <small>
              <PlanTime plan={change} />
            </small>
            <Reason change={change} />
          </li>
        ))}
      </ul>
      {news.length > SHOWN && (
        <p>
          <a href={`${path}/scheduled${queryOf({ state: 'failed' })}`}>{t('All that failed')}</a>
        </p>
      )}
    </section>
  );
}

function Reason({ change }: { readonly change: Change }) {
  const reason = reasonOf(change);
  return (
    reason !== null && (
      <p class="issue">
        <bdi>{reason}</bdi>
      </p>
    )
  );
}
