// The question before a document is deleted: in the locale of the form, or in all locales.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Form } from '../data/form';
import { hasLocales, listScreenAt, nameOfLocale } from '../data/model';
import { codesOf } from '../data/other-locales';
import { listOf, t } from '../i18n/translate';
import { go } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Effects } from './effects';
import { titleOf } from './form-title';

interface Props {
  readonly form: Form;
  readonly documentId: string;
  readonly onClose: () => void;
}

export function Delete({ form, documentId, onClose }: Props) {
  const { type, locale } = form;
  const [others, setOthers] = useState<readonly string[]>([]);
  const [everywhere, setEverywhere] = useState(false);
  useEffect(() => {
    if (locale === null || !hasLocales(type)) return;
    codesOf(type, documentId, locale).then(setOthers, () => undefined);
  }, [type, documentId, locale]);
  return (
    <Dialog title={t('Delete “{name}”?', { name: titleOf(form) })} onClose={onClose}>
      {locale !== null && others.length > 0 && (
        <fieldset>
          <legend>
            {t('It has text in other locales: {locales}.', { locales: listOf(others.map(nameOfLocale)) })}
          </legend>
          <Choice isChosen={!everywhere} choose={() => setEverywhere(false)}>
            {t('Delete {locale} only', { locale: nameOfLocale(locale) })}
          </Choice>
          <Choice isChosen={everywhere} choose={() => setEverywhere(true)}>
            {t('Delete all locales')}
          </Choice>
        </fieldset>
      )}
      <Effects type={type} documentId={documentId} locale={everywhere ? '*' : locale} />
      <p>{t('This cannot be undone.')}</p>
      <div class="row">
        <Button
          kind="danger"
          onClick={async () => {
            onClose();
            if (await form.remove(everywhere)) go(listScreenAt(type, locale));
          }}
        >
          {t('Delete')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly children: ComponentChildren;
}

const Choice = ({ isChosen, choose, children }: ChoiceProps) => (
  <label class="row">
    <input type="radio" name="locales" checked={isChosen} onChange={choose} /> {children}
  </label>
);
