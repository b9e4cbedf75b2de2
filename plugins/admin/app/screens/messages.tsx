// What a form says above its fields: text that was not saved, and why a save failed.
import type { Form } from '../data/form';
import { labelOfIssue, wordsOfIssue } from '../data/issue-label';
import { labelsOf } from '../data/model';
import { refusedOf } from '../data/refused';
import { dateAndTimeOf } from '../i18n/moments';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { WhyNot } from '../ui/failure';
import { Notice } from '../ui/notice';

export function Messages({ form }: { readonly form: Form }) {
  const recovered = form.recovered.value;
  const { value: message } = form.message;
  const { value: failure } = form.failure;
  return (
    <>
      {recovered && (
        <Notice kind="warning">
          {t('Text from {moment} was not saved: {fields}.', {
            moment: dateAndTimeOf(recovered.at),
            fields: labelsOf(form.type, Object.keys(recovered.changes)),
          })}{' '}
          {form.canWrite.value && <Button onClick={() => form.useRecovered()}>{t('Use it')}</Button>}{' '}
          <Button kind="quiet" onClick={() => form.dropRecovered()}>
            {t('Discard it')}
          </Button>
        </Notice>
      )}
      <ReplacedValues form={form} />
      {failure && (
        <Notice kind="error">
          {failure.issues.length === 0 && t('The action failed: {reason}', { reason: failure.message })}{' '}
          <WhyNot refused={refusedOf(failure)} />
          {message === '' && <Issues form={form} />}
        </Notice>
      )}
      {message !== '' && (
        <Notice kind={form.state.value === 'refused' ? 'error' : 'info'}>
          {form.issues.value.length === 0 && message} <WhyNot refused={form.refused.value} />
          <Issues form={form} />
          {form.isRestSaved.value && <p>{t('The other fields are saved.')}</p>}
        </Notice>
      )}
    </>
  );
}

/** The choice of a clash can be taken back. */
const ReplacedValues = ({ form }: { readonly form: Form }) =>
  form.replaced.value.map((one, index) => {
    const { name, mine } = one;
    const forget = (): void => {
      form.replaced.value = form.replaced.value.filter((each) => each !== one);
    };
    return (
      <Notice key={`${name} ${index}`}>
        {t('{fields}: another value is in place of yours.', {
          fields: labelsOf(form.type, [name]),
        })}{' '}
        {form.canWrite.value && (
          <Button
            onClick={() => {
              forget();
              form.set([name], mine);
            }}
          >
            {t('Take yours back')}
          </Button>
        )}{' '}
        <Button kind="quiet" onClick={forget}>
          {t('Discard it')}
        </Button>
      </Notice>
    );
  });

/** They take the place of the message, which only repeats or counts them. */
function Issues({ form }: { readonly form: Form }) {
  const { value: issues } = form.issues;
  const fields = issues.filter(({ path: at }) => at.length > 0);
  return (
    <>
      {issues.map(({ path: at, message }) => at.length === 0 && <p key={message}>{message}</p>)}
      {fields.length > 0 &&
        plural(fields.length, '{count} field needs another value:', '{count} fields need other values:')}
      {fields.length > 0 && (
        <ul>
          {fields.map((issue) => (
            <li key={issue.path.join('.') + issue.message}>
              <a href={`#field-${issue.path.join('-')}`} target="_self" dir="auto">
                {labelOfIssue(form.type, issue)}
              </a>
              : {wordsOfIssue(issue)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
