// Fields that another person or another tab changed, too: a choice for each.

import type { Form } from '../data/form';
import { labelOf } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ValueLines } from './review';

export function Clashes({ form }: { readonly form: Form }) {
  return (
    <Dialog title={t('The same fields were changed elsewhere')} sudden wide>
      <p>{t('Choose for each field. Nothing is lost until you choose.')}</p>
      {form.clashes.value.map(({ name, theirs }) => {
        // Also keys that came before this dialog was drawn.
        const mine = form.fields[name]?.value;
        const attribute = form.type.attributes.find((each) => each.name === name);
        if (!attribute) return null;
        return (
          <div class="clash" key={name}>
            <h3>{labelOf(attribute)}</h3>
            <div class="columns">
              <div>
                <strong>{t('Yours')}</strong>
                <ValueLines attribute={attribute} value={mine} other={theirs} />
                <Button kind="main" onClick={() => form.solve(name, mine)}>
                  {t('Keep yours')}
                </Button>
              </div>
              <div>
                <strong>{t('Theirs')}</strong>
                <ValueLines attribute={attribute} value={theirs} other={mine} />
                <Button onClick={() => form.solve(name, theirs)}>{t('Take theirs')}</Button>
              </div>
            </div>
          </div>
        );
      })}
    </Dialog>
  );
}
