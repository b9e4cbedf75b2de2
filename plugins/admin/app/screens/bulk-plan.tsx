// Schedules the chosen documents, or adds them to a release. Needs the plugin `schedule`.
import type { TypeModel } from '../data/model';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SimpleForm } from '../ui/simple-form';
import { planFields, planOf } from './plan-time';
import { ReleaseForm } from './release-form';

interface Props {
  readonly type: TypeModel;
  readonly count: number;
  readonly into: 'time' | 'release';
  readonly run: (plan: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

export const BulkPlan = ({ type, count, into, run, onClose }: Props) =>
  into === 'time' ? (
    <Dialog
      title={plural(count, 'Schedule {count} document', 'Schedule {count} documents')}
      onClose={onClose}
    >
      <SimpleForm
        submit={t('Schedule')}
        onCancel={onClose}
        fields={planFields(type)}
        send={async (values) => run(planOf(values))}
      />
    </Dialog>
  ) : (
    <Dialog
      title={plural(count, 'Add {count} document to a release', 'Add {count} documents to a release')}
      onClose={onClose}
    >
      <ReleaseForm type={type} add={async (plan) => run(plan)} />
      <div class="row">
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
