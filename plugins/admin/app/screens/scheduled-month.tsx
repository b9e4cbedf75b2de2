// A month of scheduled changes and releases: a table of its weeks. In a narrow window, a list of its days.

import { type Entry, isChange, MOST, type MonthPlans } from '../data/month-plans';
import { useTitles } from '../data/titles';
import { besideMonth, type Day, type Month, monthOf, today, weeksOf } from '../i18n/calendar';
import { firstDayOfWeek, titleOfMonth, weekdays } from '../i18n/days';
import { t } from '../i18n/translate';
import { setSearch } from '../router';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Notice } from '../ui/notice';
import { ScheduledDay } from './scheduled-day';

/** Entries of a day. The list of the day has all. */
const FEW = 3;

interface Props {
  readonly month: Month;
  readonly plans: MonthPlans;
  /** The address of the list of a day. */
  readonly atDay: (day: Day) => string;
}

export function ScheduledMonth({ month, plans: { days, isCut, errors }, atDay }: Props) {
  const firstDay = firstDayOfWeek();
  const few = (day: Day): readonly Entry[] => (days?.get(day) ?? []).slice(0, FEW);
  const titleOf = useTitles([...(days?.keys() ?? [])].flatMap((day) => few(day).filter(isChange)));
  const goTo = (next: Month): void => {
    if (next !== month) setSearch({ month: next });
  };
  return (
    <>
      <div class="row">
        <Button icon="left" label={t('Previous month')} onClick={() => goTo(besideMonth(month, -1))} />
        <Button onClick={() => goTo(monthOf(today()))}>{t('Today')}</Button>
        <Button icon="right" label={t('Next month')} onClick={() => goTo(besideMonth(month, 1))} />
        <h2 class="month-name" aria-live="polite">
          <time dateTime={month}>{titleOfMonth(month)}</time>
        </h2>
      </div>
      {errors.map((error, index) => (
        <Failure key={String(index)} error={error} />
      ))}
      {isCut && (
        <Notice kind="warning">
          {t('The month shows its first {count} changes only. The list has all of them.', { count: MOST })}
        </Notice>
      )}
      {days?.size === 0 && <p class="nothing">{t('Nothing is scheduled.')}</p>}
      <div class="table month">
        <table>
          <caption class="spoken">
            {t('Scheduled changes in {month}', { month: titleOfMonth(month) })}
          </caption>
          <thead>
            <tr>
              {weekdays(firstDay).map(({ short, long }) => (
                <th key={long} scope="col" aria-label={long}>
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month, firstDay).map((week, row) => (
              <tr key={`${month} ${row}`}>
                {week.map((day) => (
                  <ScheduledDay
                    key={day}
                    day={day}
                    isBeside={monthOf(day) !== month}
                    entries={few(day)}
                    rest={Math.max(0, (days?.get(day)?.length ?? 0) - FEW)}
                    titleOf={titleOf}
                    atDay={atDay}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
