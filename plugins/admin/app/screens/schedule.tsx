// Publishes or unpublishes a document at a time, and lists the plans that wait for it. Needs the plugin `schedule`.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import type { Form } from '../data/form';
import { documentAt, nameOfLocale } from '../data/model';
import { queryOf } from '../data/query';
import { ACTION_TITLES, type Change, mayReschedule } from '../data/releases';
import { dateAndTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { SimpleForm } from '../ui/simple-form';
import { ChangeTime } from './change-time';
import type { Plans } from './document-plans';
import { planFields, planOf } from './plan-time';

interface Props {
  readonly form: Form;
  readonly documentId: string;
  readonly plans: Plans;
  readonly onClose: () => void;
}

export function Schedule({ form, documentId, plans: { list: plans, error: unread, again }, onClose }: Props) {
  const { type, locale } = form;
  const [moved, setMoved] = useState<Change | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const at = `${documentAt(type, documentId)}/actions`;
  // The form was read earlier than the dialog opens.
  useEffect(again, []);
  const cancel = async ({ id, locale: of }: Change): Promise<void> => {
    setFailure(null);
    try {
      await ask(`${at}/unschedule${queryOf({ locale: of })}`, { method: 'POST', body: { data: { id } } });
    } catch (error) {
      setFailure(error);
    }
    again();
  };
  if (moved) return <ChangeTime change={moved} onClose={() => setMoved(null)} onSaved={again} />;
  return (
    <Dialog title={t('Schedule')} onClose={onClose}>
      {locale !== null && <p>{t('Locale: {name}', { name: nameOfLocale(locale) })}</p>}
      <SimpleForm
        submit={t('Schedule')}
        fields={planFields(type)}
        send={async (values) => {
          setFailure(null);
          await ask(`${at}/schedule${queryOf({ locale })}`, {
            method: 'POST',
            body: { data: planOf(values) },
          });
          again();
        }}
      >
        {plans !== null && plans.length > 0 && (
          <p class="help">{t('The times below stay. This adds another one.')}</p>
        )}
      </SimpleForm>
      <Failure error={failure} />
      <Failure error={unread} />
      {plans && (
        <div aria-live="polite">
          <h3>{t('Scheduled')}</h3>
          {plans.length === 0 && <p class="nothing">{t('Nothing is scheduled.')}</p>}
          <ul class="list">
            {plans.map((plan) => (
              <li key={plan.id} class="row">
                <span class="grow">
                  <strong>{t(ACTION_TITLES[plan.action])}</strong>{' '}
                  {plan.at !== null && dateAndTimeOf(plan.at)}
                  <br />
                  <small>
                    <bdi>{plan.by}</bdi>
                    {plan.release && ` ${t('In the release {name}', { name: plan.release.name })}`}
                    {plan.locale === '*' && ` ${t('All locales')}`}
                  </small>
                </span>
                {mayReschedule(plan) && (
                  <Button kind="quiet" onClick={() => setMoved(plan)}>
                    {t('Change the time')}
                  </Button>
                )}
                {type.actions.includes('unschedule') && (
                  <Button kind="quiet" onClick={() => void cancel(plan)}>
                    {t('Cancel')}
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
