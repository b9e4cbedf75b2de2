// Asks a person before an action, and runs it after the answer.
import { t } from '../i18n/translate';
import { Button } from './button';
import { Dialog } from './dialog';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly kind: 'main' | 'danger';
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<void>;
}

export const Confirm = ({ title, text, button, kind, onClose, onConfirm }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    <div class="row">
      <Button
        kind={kind}
        onClick={() => {
          onClose();
          void onConfirm();
        }}
      >
        {button}
      </Button>
      <Button onClick={onClose}>{t('Back')}</Button>
    </div>
  </Dialog>
);
