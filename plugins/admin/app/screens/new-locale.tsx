// Above the form of a locale without content: where its shared values come from, and how the others begin.
import { useState } from 'preact/hooks';
import { fillFrom, readWhole } from '../data/copy';
import type { Form } from '../data/form';
import { nameOfLocale } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Notice, say } from '../ui/notice';

export function NewLocale({ form }: { readonly form: Form }) {
  const [failure, setFailure] = useState<unknown>(null);
  const fill = async (locale: string): Promise<void> => {
    setFailure(null);
    try {
      const source = await readWhole(form.type, form.documentId.value, locale);
      fillFrom(form, source);
      say(t('Taken over'));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Notice>
      <p>
        {t('There is no text in the locale {locale} yet.', { locale: form.locale ?? '' })}{' '}
        {t('Fields that are the same in all locales can be changed after the first save.')}
      </p>
      <Failure error={failure} />
      <div class="row">
        {form.otherLocales.value.map((code) => (
          <Button key={code} onClick={() => void fill(code)}>
            {t('Fill from {locale}', { locale: nameOfLocale(code) })}
          </Button>
        ))}
      </div>
    </Notice>
  );
}
