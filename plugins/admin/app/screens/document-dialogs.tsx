// The dialogs of a document. One of them is open at a time.
import type { Form } from '../data/form';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { late } from '../ui/late';
import { Delete } from './delete-document';
import type { Plans } from './document-plans';
import { titleOf } from './form-title';
import { Review } from './review';
import { Schedule } from './schedule';
import { Versions } from './versions';

const AddToRelease = late(async () => (await import('./add-to-release')).AddToRelease);

export type Question = 'delete' | 'discard' | 'release' | 'review' | 'schedule' | 'unpublish' | 'versions';

interface Props {
  readonly form: Form;
  readonly asking: Question | null;
  readonly plans: Plans;
  readonly onClose: () => void;
  readonly operate: (name: string, done: string) => Promise<void>;
}

export function DocumentDialogs({ form, asking, plans, onClose, operate }: Props) {
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
  if (asking === 'unpublish')
    return (
      <Dialog title={t('Unpublish “{name}”?', { name: titleOf(form) })} onClose={onClose}>
        <p>{t('Readers no longer see it. The draft stays.')}</p>
        <div class="row">
          <Button kind="danger" onClick={() => void operate('unpublish', t('Unpublished'))}>
            {t('Unpublish')}
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
  return asking === 'delete' ? <Delete form={form} documentId={documentId} onClose={onClose} /> : null;
}
