// Says that the admin is seen as another role.

import { asRole, openAs } from '../data/as-role';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

export function AsRole() {
  const role = asRole.value;
  if (!role) return null;
  return (
    <Notice kind="warning">
      {t('You see the admin as the role {name}. Nothing can be written.', { name: role.name })}{' '}
      <Button onClick={() => openAs(null)}>{t('See it as yourself')}</Button>
    </Notice>
  );
}
