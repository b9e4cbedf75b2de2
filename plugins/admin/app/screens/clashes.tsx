// Fields that another person changed, too: a choice for each.

import type { Form } from '../data/form';
import { labelOf } from '../data/model';
import { textOfValue } from '../fields/registry';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

export function Clashes({ form }: { readonly form: Form }) {
  return (
    <Dialog title={t('Another person changed the same fields')} wide>
      <p>{t('Choose for each field. Nothing is lost until you choose.')}</p>
      {form.clashes.value.map(({ name, mine, theirs }) => {
        const attribute = form.type.attributes.find((each) => each.name === name);
        if (!attribute) return null;
        return (
          <div class="clash" key={name}>
            <h3>{labelOf(attribute)}</h3>
            <div class="columns">
              <div>
                <strong>{t('Yours')}</strong>
                <pre dir="auto">{textOfValue(attribute, mine)}</pre>
                <Button kind="main" onClick={() => form.solve(name, mine)}>
                  {t('Keep yours')}
                </Button>
              </div>
              <div>
                <strong>{t('Theirs')}</strong>
                <pre dir="auto">{textOfValue(attribute, theirs)}</pre>
                <Button onClick={() => form.solve(name, theirs)}>{t('Take theirs')}</Button>
              </div>
            </div>
          </div>
        );
      })}
    </Dialog>
  );
}
