// What is scheduled for documents, by state: as a list, or as a month. Needs the plugin `schedule`.

import { useLoaded } from '../data/load';
import { useMonthPlans } from '../data/month-plans';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { type Change, changesAt, type Page, type PlanState, STATES } from '../data/releases';
import { type Day, isDay, isMonth, type Month, monthOf, rangeOf, today } from '../i18n/calendar';
import { titleOfDay } from '../i18n/days';
import { type Message, msg, t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { LinkTabs } from '../ui/link-tabs';
import { Notice } from '../ui/notice';
import { pageOfAddress } from '../ui/pager';
import { ScheduledList } from './scheduled-list';
import { ScheduledMonth } from './scheduled-month';

/** The screen opens with it. */
const USUAL = 'waiting';
/** Each change that waits has a time. A list from this time on has the order of the times, the next one first. */
const START = new Date(0).toISOString();

export function ScheduledScreen() {
  const { month, day, state, problems } = partsOfAddress();
  const page = pageOfAddress();
  const ofApi = state === 'all' ? undefined : state;
  const range = day !== null ? rangeOf(day) : state === USUAL ? { from: START } : {};
  const list = useLoaded<Page<Change>>(
    month === null ? `${changesAt()}${queryOf({ ...range, state: ofApi, page })}` : null,
  );
  const plans = useMonthPlans(month, ofApi);
  const at = (words: Readonly<Record<string, string | null>>): string =>
    `${path}/scheduled${queryOf({ state, ...words })}`;
  return (
    <section>
      <Head title={t('Scheduled changes')}>
        <LinkTabs
          label={t('View')}
          tabs={[
            { to: at({}), title: t('List'), isOpen: month === null },
            {
              to: at({ month: month ?? monthOf(day ?? today()) }),
              title: t('Month'),
              isOpen: month !== null,
            },
          ]}
        />
        <Button onClick={month === null ? list.again : plans.again}>{t('Refresh')}</Button>
      </Head>
      <LinkTabs
        label={t('State')}
        tabs={statesIn(month).map(([each, title]) => ({
          to: at({ state: each, month, day }),
          title: t(title),
          isOpen: state === each,
        }))}
      />
      {problems.length > 0 && (
        <Notice kind="warning">
          {t('Unknown parts of the filter were left out: {parts}.', { parts: problems.join(', ') })}
        </Notice>
      )}
      {day !== null && (
        <p class="row">
          <span class="chip">
            <time dateTime={day}>{titleOfDay(day)}</time>
            <Button
              kind="quiet"
              icon="close"
              label={t('Show all days')}
              onClick={() => setSearch({ day: null, page: null })}
            />
          </span>
        </p>
      )}
      {month === null ? (
        <>
          <Failure error={list.error} />
          <ScheduledList list={list.value} page={page} again={list.again} />
        </>
      ) : (
        <ScheduledMonth month={month} plans={plans} atDay={(of) => at({ day: of })} />
      )}
    </section>
  );
}

/** A change without a time is in no month. */
const statesIn = (month: Month | null): readonly (readonly [PlanState | 'all', Message])[] => [
  ...STATES.filter(([state]) => month === null || state !== 'open'),
  ['all', msg('All')],
];

interface Parts {
  /** null: the list is shown. */
  readonly month: Month | null;
  /** Of the list. */
  readonly day: Day | null;
  readonly state: PlanState | 'all';
  /** Parts that cannot be used. */
  readonly problems: readonly string[];
}

function partsOfAddress(): Parts {
  const problems: string[] = [];
  const usable = (name: string, isUsable: (text: string) => boolean): string | null => {
    const given = search.value.get(name) ?? '';
    if (isUsable(given)) return given;
    if (given !== '') problems.push(given);
    return null;
  };
  const month = search.value.has('month') ? (usable('month', isMonth) ?? monthOf(today())) : null;
  const day = month === null ? usable('day', isDay) : null;
  const states = statesIn(month).map(([state]) => state);
  const asked = usable('state', (text) => states.some((state) => state === text));
  return { month, day, state: states.find((state) => state === asked) ?? USUAL, problems };
}
