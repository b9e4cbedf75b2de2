// Fields that another person or another tab changed, too: a choice for each.

import type { Form } from '../data/form';
import { labelOf } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ComparedValue } from './compared-value';

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
            <ComparedValue
              attribute={attribute}
              sides={[
                {
                  title: t('Yours'),
                  value: mine,
                  children: (
                    <Button kind="main" onClick={() => form.solve(name, mine)}>
                      {t('Keep yours')}
                    </Button>
                  ),
                },
                {
                  title: t('Theirs'),
                  value: theirs,
                  children: <Button onClick={() => form.solve(name, theirs)}>{t('Take theirs')}</Button>,
                },
              ]}
            />
          </div>
        );
      })}
    </Dialog>
  );
}
