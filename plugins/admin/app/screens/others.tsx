// Who else has this document open.

import { useOthers } from '../data/presence';
import { listOf, t } from '../i18n/translate';

interface Props {
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
}

export function Others({ uid, documentId, locale }: Props) {
  const names = useOthers(uid, documentId, locale);
  return (
    <p class="others" role="status">
      {names.length > 0 && t('Also here: {names}', { names: listOf(names) })}
    </p>
  );
}
