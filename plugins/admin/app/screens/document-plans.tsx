// The next publications and unpublications of a document, above its form. They need the plugin `schedule`.
import type { Form } from '../data/form';
import { type Loaded, useLoaded } from '../data/load';
import { hasDrafts, may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import {
  CHANGE_ACTIONS,
  type Change,
  canSchedule,
  changesAt,
  isNews,
  momentOf,
  type Page,
  type PlannedAction,
  type PlanState,
  RELEASE_ACTIONS,
} from '../data/releases';
import { dateAndTimeOf } from '../i18n/moments';
import { type Message, msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { StoredState } from './document-state';
import { reasonOf } from './plan-parts';

const MOST = 100;

export interface Plans extends Pick<Loaded<unknown>, 'error' | 'again'> {
  /** By time. null: they are not read yet, or the role may not read them. */
  readonly list: readonly Change[] | null;
  /** The newest publication that failed in the last week. null: none. */
  readonly failed: Change | null;
}

/** Those of the locale, and of all locales. */
export function usePlans({ type, documentId, locale }: Form): Plans {
  const id = documentId.value;
  const mayRead = hasDrafts(type) && may(CHANGE_ACTIONS.read);
  const at = (state: PlanState): string | null =>
    mayRead && id !== null
      ? `${changesAt()}${queryOf({ type: type.uid, documentId: id, state, pageSize: MOST })}`
      : null;
  const waiting = useLoaded<Page<Change>>(at('waiting'));
  const failed = useLoaded<Page<Change>>(at('failed'));
  const own = ({ value }: Loaded<Page<Change>>): readonly Change[] | null =>
    value?.data
      .filter((plan) => locale === null || plan.locale === locale || plan.locale === '*')
      .sort((one, other) => momentOf(one) - momentOf(other)) ?? null;
  return {
    list: own(waiting),
    failed: own(failed)?.findLast((plan) => plan.action === 'publish' && isNews(plan)) ?? null,
    error: waiting.error ?? failed.error,
    again: () => {
      waiting.again();
      failed.again();
    },
  };
}

const WILL: Readonly<Record<PlannedAction, Message>> = {
  publish: msg('Will be published on {moment}.'),
  unpublish: msg('Will be unpublished on {moment}.'),
};

/** Until the document is published as it is, or a publication waits. */
export function FailedPlanNotice({ plans: { list, failed }, state }: FailedProps) {
  if (failed === null || list === null || state === null || state === 'published') return null;
  if (list.some(({ action }) => action === 'publish')) return null;
  const moment = dateAndTimeOf(failed.at ?? '');
  const reason = reasonOf(failed);
  return (
    <Notice kind="warning">
      {t('The publication of {moment} failed.', { moment })} {reason}
    </Notice>
  );
}

interface FailedProps {
  readonly plans: Plans;
  readonly state: StoredState;
}

interface Props {
  readonly form: Form;
  readonly plans: Plans;
  readonly onChange: () => void;
}

export function PlanNotice({ form, plans: { list }, onChange }: Props) {
  // A form can be open for longer than a plan waits.
  const coming = (list ?? []).filter((plan) => momentOf(plan) > Date.now());
  if (coming.length === 0) return null;
  return (
    <Notice>
      <div class="row plans">
        <div class="grow">
          {coming.map((plan) => (
            <p key={plan.id}>
              {plan.at !== null && t(WILL[plan.action], { moment: dateAndTimeOf(plan.at) })}
              {plan.locale === '*' && ` ${t('All locales')}.`}
              {plan.release && ' '}
              {plan.release && <InRelease release={plan.release} />}
            </p>
          ))}
        </div>
        {canSchedule(form.type) && <Button onClick={onChange}>{t('Change or cancel …')}</Button>}
      </div>
    </Notice>
  );
}

function InRelease({ release: { id, name } }: { readonly release: NonNullable<Change['release']> }) {
  const text = t('In the release {name}', { name });
  return may(RELEASE_ACTIONS.read) ? <a href={`${path}/releases/${id}`}>{text}</a> : <span>{text}</span>;
}
