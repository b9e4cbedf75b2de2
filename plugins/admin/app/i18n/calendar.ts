// Days and months of an address, such as `2026-12-03` and `2026-12`, on the clock of the browser.

export type Day = string;
export type Month = string;

/** ISO: Monday is 1, Sunday is 7. */
const MONDAY = 1;

/** Years that fields and the server take, also with the month before and after. */
export const isMonth = (text: string): boolean => /^(19[7-9]\d|[2-8]\d{3})-(0[1-9]|1[0-2])$/.test(text);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isMonth(text.slice(0, 7)) && dayOf(startOf(text)) === text;

export const dayOf = (moment: Date | string): Day => {
  const date = new Date(moment);
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-');
};

export const monthOf = (day: Day): Month => day.slice(0, 7);
export const today = (): Day => dayOf(new Date());

/** Of a day or of a month. */
export function startOf(text: Day | Month): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, day);
}

/** `from` and `to` of the API. */
export function rangeOf(text: Day | Month): { readonly from: string; readonly to: string } {
  const end = startOf(text);
  if (isMonth(text)) end.setMonth(end.getMonth() + 1);
  else end.setDate(end.getDate() + 1);
  return { from: startOf(text).toISOString(), to: end.toISOString() };
}

export function besideMonth(month: Month, step: 1 | -1): Month {
  const start = startOf(month);
  start.setMonth(start.getMonth() + step);
  return monthOf(dayOf(start));
}

/** The weeks of a month, whole: the first and the last one may have days of the months beside it. */
export function weeksOf(month: Month, firstDay: number): readonly (readonly Day[])[] {
  const start = startOf(month);
  const before = (start.getDay() - firstDay + 7) % 7;
  const count = new Date(start.getFullYear(), start.getMonth() + 1, 0).getDate();
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, index) =>
      dayOf(new Date(start.getFullYear(), start.getMonth(), week * 7 + index - before + 1)),
    ),
  );
}

/** `from` and `to` of all these weeks. */
export function rangeOfWeeks(month: Month, firstDay: number): { readonly from: string; readonly to: string } {
  const days = weeksOf(month, firstDay).flat();
  const [first = month, last = month] = [days[0], days.at(-1)];
  return { from: rangeOf(first).from, to: rangeOf(last).to };
}

interface WithWeek {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  /** The form of older browsers. */
  readonly weekInfo?: { readonly firstDay: number };
}

/** As the language says. Browsers that do not know it begin with Monday. */
export function firstDayOf(tag: string): number {
  const locale = new Intl.Locale(tag) as WithWeek;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY;
}
