// What a publication would change: the draft beside the published version.

import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../data/document-requests';
import type { Form } from '../data/form';
import { changedIn, readLive } from '../data/live';
import { labelOf } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { ComparedValue } from './compared-value';

interface Props {
  readonly form: Form;
  readonly canWrite: boolean;
  readonly onClose: () => void;
}

export function Review({ form, canWrite, onClose }: Props) {
  const [live, setLive] = useState<Document | null | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    readLive(form, form.locale).then(setLive, setFailure);
  }, []);
  const changes = live ? changedIn(form, live) : [];
  return (
    <Dialog title={t('Changes that are not live yet')} wide onClose={onClose}>
      <Failure error={failure} />
      {live === null && <p>{t('This document was never published, so everything is new.')}</p>}
      {live && changes.length === 0 && <p>{t('The draft and the published version are equal.')}</p>}
      {live &&
        changes.map((attribute) => {
          const { name } = attribute;
          return (
            <div class="clash" key={name}>
              <h3>{labelOf(attribute)}</h3>
              {form.pages.more.value.has(name) && (
                <p class="note">{t('Only the first links are compared.')}</p>
              )}
              <ComparedValue
                attribute={attribute}
                sides={[
                  { title: t('Live'), value: live[name] },
                  {
                    title: t('Draft'),
                    value: form.fields[name]?.value,
                    children: canWrite && (
                      <Button kind="quiet" onClick={() => form.set([name], live[name] ?? null)}>
                        {t('Restore {field}', { field: labelOf(attribute) })}
                      </Button>
                    ),
                  },
                ]}
              />
            </div>
          );
        })}
      <Button onClick={onClose}>{t('Close')}</Button>
    </Dialog>
  );
}
