// The time of a release or a change as fields of a form, and what the form sends.
import type { TypeModel } from '../data/model';
import { actionsOf, type Timed } from '../data/releases';
import { dateAndTimeOf, ownZone, zonesWith } from '../i18n/moments';
import { t } from '../i18n/translate';
import type { SimpleField } from '../ui/simple-form';

/** The action and the time of a single plan, on the clocks of the browser. */
export const planFields = (type: TypeModel): readonly SimpleField[] => [
  { name: 'action', label: t('Action'), choices: actionsOf(type).map(([name, title]) => [name, t(title)]) },
  { name: 'at', label: t('Time ({zone})', { zone: ownZone() }), kind: 'moment', required: true },
];

/** What the form of `planFields` sends. */
export function planOf(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { at = '' } = values;
  if (Date.parse(at) <= Date.now())
    throw new Error(t('{moment} is in the past. Choose a later time.', { moment: dateAndTimeOf(at) }));
  return { ...values, timeZone: ownZone() };
}

/** As a field of the form: `2030-03-01T09:00`. */
const localOf = (plan: Timed | null): string => plan?.localTime?.slice(0, 16) ?? '';

/** Without a time, the zone is that of the browser. */
export function timeFields(plan: Timed | null, isRequired: boolean): readonly SimpleField[] {
  const zone = plan === null || plan.at === null ? ownZone() : plan.timeZone;
  return [
    { name: 'at', label: t('Time'), kind: 'moment', value: localOf(plan), required: isRequired },
    {
      name: 'timeZone',
      label: t('Time zone'),
      choices: zonesWith(zone).map((each) => [each, each] as const),
      value: zone,
    },
  ];
}

/** An empty time removes the former one. An unchanged one is not sent: its seconds stay, and so does the person who set it. */
export function timeOf(
  { at = '', timeZone = '' }: Readonly<Record<string, string>>,
  former: Timed | null,
): { readonly at?: string | null; readonly timeZone?: string } {
  if (at === localOf(former) && (at === '' || timeZone === former?.timeZone)) return {};
  return at === '' ? { at: null } : { at, timeZone };
}
