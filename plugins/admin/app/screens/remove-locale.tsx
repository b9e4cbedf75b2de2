// The removal of a locale of content. If documents use it, the person sees how many, and types its code.
import { useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import type { Locale } from '../data/model';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { SimpleForm } from '../ui/simple-form';

interface Props {
  readonly locale: Locale;
  /** The address of the locales. */
  readonly at: string;
  readonly onClose: () => void;
}

export function RemoveLocale({ locale: { code, name }, at, onClose }: Props) {
  /** Documents that have the locale, as the server counts them. null: it was not asked yet. */
  const [users, setUsers] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const remove = async (words: string): Promise<void> => {
    await ask(`${at}/${code}${words}`, { method: 'DELETE' });
    location.reload();
  };
  const removeUnused = async (): Promise<void> => {
    setFailure(null);
    try {
      await remove('');
    } catch (error) {
      const documents =
        error instanceof ApiError && error.status === 409 ? error.details.documents : undefined;
      if (typeof documents === 'number') setUsers(documents);
      else setFailure(error);
    }
  };
  return (
    <Dialog title={t('Remove {name}?', { name })} onClose={onClose}>
      <Failure error={failure} />
      {users === null ? (
        <>
          <p>{t('If documents have texts in this locale, you are asked again.')}</p>
          <div class="row">
            <Button kind="danger" onClick={() => void removeUnused()}>
              {t('Remove')}
            </Button>
            <Button onClick={onClose}>{t('Cancel')}</Button>
          </div>
        </>
      ) : (
        <>
          <p>
            <strong>
              {plural(
                users,
                '{count} document has a text in this locale.',
                '{count} documents have a text in this locale.',
              )}
            </strong>{' '}
            {t(
              'These texts are deleted. A document without a text in another locale is deleted as a whole, with all that is deleted with it.',
            )}{' '}
            {t('This cannot be undone.')}
          </p>
          <SimpleForm
            submit={t('Remove')}
            onCancel={onClose}
            fields={[
              { name: 'code', label: t('Type {code} to remove the locale', { code }), required: true },
            ]}
            send={async (typed) => {
              if (typed.code?.trim() !== code) throw new Error(t('This is not the code of the locale.'));
              await remove('?force=true');
            }}
          />
        </>
      )}
    </Dialog>
  );
}
