// A secret that is shown once.
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export const Secret = ({ title, secret, onClose }: Props) => (
  <Dialog title={title} wide onClose={onClose}>
    <p>{t('Copy it now. It is not shown again.')}</p>
    <textarea readOnly class="code" aria-label={t('Secret')} value={secret} />
    <div class="row">
      <Button kind="main" icon="copy" onClick={() => void navigator.clipboard.writeText(secret)}>
        {t('Copy')}
      </Button>
      <Button onClick={onClose}>{t('Close')}</Button>
    </div>
  </Dialog>
);
