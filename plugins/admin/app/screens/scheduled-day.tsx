// A day of a month: the first changes and releases, and a link to all of them.

import { type Entry, isChange } from '../data/month-plans';
import { ACTION_TITLES } from '../data/releases';
import type { Named } from '../data/titles';
import { type Day, today } from '../i18n/calendar';
import { clockOf, titleOfDay } from '../i18n/days';
import { numberOf, plural, t } from '../i18n/translate';
import { DocumentName } from './document-name';
import { ReleaseName, StateWord } from './plan-parts';
import { localeTitle } from './release-changes';

interface Props {
  readonly day: Day;
  /** Of the month before or after. */
  readonly isBeside: boolean;
  readonly entries: readonly Entry[];
  /** How many others the day has. */
  readonly rest: number;
  readonly titleOf: (document: Named) => string | null;
  readonly atDay: (day: Day) => string;
}

export function ScheduledDay({ day, isBeside, entries, rest, titleOf, atDay }: Props) {
  const isToday = day === today();
  return (
    <td
      class={isToday ? 'today' : isBeside ? 'beside' : undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <time dateTime={day}>
        <span class="number" aria-hidden="true">
          {numberOf(Number(day.slice(-2)))}
        </span>
        <span class="name spoken">{titleOfDay(day)}</span>
      </time>
      {isToday && <strong> {t('Today')}</strong>}
      {entries.length > 0 && (
        <ul class="plain">
          {entries.map((entry) => (
            <li key={`${isChange(entry)} ${entry.id}`} class={isChange(entry) ? entry.action : 'release'}>
              <Planned entry={entry} titleOf={titleOf} />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <a href={atDay(day)}>
                {plural(rest, '{count} more', '{count} more')}
                <span class="spoken"> {titleOfDay(day)}</span>
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

function Planned({ entry, titleOf }: { readonly entry: Entry } & Pick<Props, 'titleOf'>) {
  const { at, state } = entry;
  return (
    <>
      <small class="note">
        {at !== null && <time dateTime={at}>{clockOf(at)}</time>}{' '}
        {isChange(entry)
          ? t(ACTION_TITLES[entry.action])
          : plural(entry.changeCount, '{count} document', '{count} documents')}
        {isChange(entry) && entry.locale !== undefined && (
          <>
            {' – '}
            <bdi>{localeTitle(entry.locale)}</bdi>
          </>
        )}
        {state !== 'waiting' && (
          <>
            {' – '}
            <StateWord state={state} />
          </>
        )}
      </small>
      <br />
      {isChange(entry) ? (
        <>
          <DocumentName document={entry} titleOf={titleOf} />
          {entry.release && (
            <>
              {' – '}
              <ReleaseName release={entry.release} />
            </>
          )}
        </>
      ) : (
        <>
          {t('Release')}
          {': '}
          <ReleaseName release={entry} />
        </>
      )}
    </>
  );
}
