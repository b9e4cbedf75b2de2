// The dialogs of a document. One of them is open at a time.
import type { Form } from '../data/form';
import { path } from '../data/place';
import { t } from '../i18n/translate';
import { go } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { late } from '../ui/late';
import type { Plans } from './document-plans';
import { Effects } from './effects';
import { Review } from './review';
import { Schedule } from './schedule';
import { Versions } from './versions';

const AddToRelease = late(async () => (await import('./add-to-release')).AddToRelease);

export type Question = 'delete' | 'discard' | 'release' | 'review' | 'schedule' | 'versions';

export const titleOf = ({ type, fields, documentId }: Form): string =>
  String(fields[type.titleField]?.value ?? '') ||
  (documentId.value === null ? t('New: {name}', { name: type.title }) : t('Without a title'));

interface Props {
  readonly form: Form;
  readonly asking: Question | null;
  readonly plans: Plans;
  readonly onClose: () => void;
  readonly operate: (name: string, done: string) => Promise<void>;
}

export function DocumentDialogs({ form, asking, plans, onClose, operate }: Props) {
  const { type } = form;
  const { value: stored } = form.document;
  if (asking === 'review') return <Review form={form} canWrite={form.canWrite.value} onClose={onClose} />;
  if (asking === 'discard')
    return (
      <Dialog title={t('Discard the draft?')} onClose={onClose}>
        <p>{t('The draft becomes equal to the published version again.')}</p>
        <div class="row">
          <Button kind="danger" onClick={() => void operate('discard-draft', t('Discarded'))}>
            {t('Discard')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </Dialog>
    );
  if (!stored) return null;
  const { documentId } = stored;
  if (asking === 'versions') return <Versions form={form} documentId={documentId} onClose={onClose} />;
  if (asking === 'schedule')
    return <Schedule form={form} documentId={documentId} plans={plans} onClose={onClose} />;
  if (asking === 'release') return <AddToRelease form={form} documentId={documentId} onClose={onClose} />;
  if (asking !== 'delete') return null;
  return (
    <Dialog title={t('Delete “{name}”?', { name: titleOf(form) })} onClose={onClose}>
      <Effects type={type} documentId={documentId} locale={form.locale} />
      <p>{t('This cannot be undone.')}</p>
      <div class="row">
        <Button
          kind="danger"
          onClick={async () => {
            onClose();
            if (await form.remove()) go(`${path}/types/${type.uid}`);
          }}
        >
          {t('Delete')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}
