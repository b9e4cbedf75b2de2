// Gives a scheduled change another time.
import { ask } from '../data/client';
import { type Change, changeAt } from '../data/releases';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/dialog';
import { SimpleForm } from '../ui/simple-form';
import { timeFields, timeOf } from './plan-time';

interface Props {
  readonly change: Change;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export const ChangeTime = ({ change, onClose, onSaved }: Props) => (
  <Dialog title={t('Change the time')} onClose={onClose}>
    <SimpleForm
      submit={t('Save')}
      onCancel={onClose}
      fields={timeFields(change, true)}
      send={async (values) => {
        const body = timeOf(values, change);
        if (body.at !== undefined) await ask(changeAt(change.id), { method: 'PUT', body });
        onClose();
        onSaved();
      }}
    >
      <p class="help">{t('At this time, the change runs with your rights.')}</p>
    </SimpleForm>
  </Dialog>
);
