// What a form says above its fields: text that was not saved, and why a save failed.
import type { Form } from '../data/form';
import { labelsOf } from '../data/model';
import { dateAndTimeOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { WhyNot } from '../ui/failure';
import { Notice } from '../ui/notice';

export function Messages({ form }: { readonly form: Form }) {
  const recovered = form.recovered.value;
  const names = new Set(form.type.attributes.map(({ name }) => name));
  const elsewhere = form.issues.value.filter(({ path: [name] }) => !names.has(String(name)));
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
      {form.message.value !== '' && (
        <Notice kind={form.state.value === 'refused' ? 'error' : 'info'}>
          {form.message.value} <WhyNot refused={form.refused.value} />
          {form.issues.value.length > 0 && (
            <ul>
              {form.issues.value.map(({ path: at, message }) => (
                <li key={at.join('.')}>
                  <a href={`#field-${at.join('-')}`} target="_self">
                    {at.join('.')}
                  </a>
                  : {message}
                </li>
              ))}
            </ul>
          )}
          {elsewhere.length > 0 &&
            form.issues.value.length === 0 &&
            elsewhere.map(({ message }) => message).join(' ')}
        </Notice>
      )}
    </>
  );
}
