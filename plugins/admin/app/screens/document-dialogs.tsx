// The dialogs of a document. One of them is open at a time.
import type { Form } from '../data/form';
import type { Shared } from '../data/live';
import { labelsOf, nameOfLocale } from '../data/model';
import { listOf, t } from '../i18n/translate';
import { Confirm } from '../ui/confirm';
import { late } from '../ui/late';
import { Delete } from './delete-document';
import type { Plans } from './document-plans';
import { titleOf } from './form-title';
import { Review } from './review';
import { Schedule } from './schedule';
import { Versions } from './versions';

const AddToRelease = late(async () => (await import('./add-to-release')).AddToRelease);

export type Question =
  | 'delete'
  | 'discard'
  | 'publish'
  | 'release'
  | 'review'
  | 'schedule'
  | 'unpublish'
  | 'versions';

interface Props {
  readonly form: Form;
  readonly asking: Question | null;
  /** Of the question `publish`. */
  readonly shared: Shared;
  readonly plans: Plans;
  readonly onClose: () => void;
  readonly onRestored: (text: string) => void;
  readonly operate: (name: string, done: string) => Promise<void>;
}

export function DocumentDialogs({ form, asking, shared, plans, onClose, onRestored, operate }: Props) {
  const { value: stored } = form.document;
  if (asking === 'review') return <Review form={form} canWrite={form.canWrite.value} onClose={onClose} />;
  if (asking === 'publish' && shared)
    return (
      <Confirm
        title={t('Publish in other locales, too?')}
        text={
          shared === 'unknown'
            ? t('The other locales could not be compared. Fields that all locales share may change there.')
            : t('All locales share these fields: {fields}. They also change in: {locales}.', {
                fields: labelsOf(form.type, shared.names),
                locales: listOf(shared.locales.map(nameOfLocale)),
              })
        }
        button={t('Publish')}
        kind="main"
        onClose={onClose}
        onConfirm={() => operate('publish', t('Published'))}
      />
    );
  if (asking === 'discard')
    return (
      <Confirm
        title={t('Discard the draft?')}
        text={t('The draft becomes equal to the published version again.')}
        button={t('Discard')}
        kind="danger"
        onClose={onClose}
        onConfirm={() => operate('discard-draft', t('Discarded'))}
      />
    );
  if (asking === 'unpublish')
    return (
      <Confirm
        title={t('Unpublish “{name}”?', { name: titleOf(form) })}
        text={t('Readers no longer see it. The draft stays.')}
        button={t('Unpublish')}
        kind="danger"
        onClose={onClose}
        onConfirm={() => operate('unpublish', t('Unpublished'))}
      />
    );
  if (!stored) return null;
  const { documentId } = stored;
  if (asking === 'versions')
    return <Versions form={form} documentId={documentId} onRestored={onRestored} onClose={onClose} />;
  if (asking === 'schedule')
    return <Schedule form={form} documentId={documentId} plans={plans} onClose={onClose} />;
  if (asking === 'release') return <AddToRelease form={form} documentId={documentId} onClose={onClose} />;
  return asking === 'delete' ? <Delete form={form} documentId={documentId} onClose={onClose} /> : null;
}
