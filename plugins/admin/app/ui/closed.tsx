// Stands in place of a screen that the role may not open.
import { t } from '../i18n/translate';
import { WhyNot } from './failure';
import { Notice } from './notice';

export const Closed = ({ action }: { readonly action: string }) => (
  <Notice kind="error">
    {t('Your role may not open this screen.')} <WhyNot refused={{ action, documentId: null }} />
  </Notice>
);
