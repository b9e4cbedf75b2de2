// Says that an answer takes long. Most come sooner, and the sign would only flash.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/translate';

const PATIENCE = 600;

export function Slow({ isReading }: { readonly isReading: boolean }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    setIsSlow(false);
    if (!isReading) return;
    const timer = setTimeout(() => setIsSlow(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isReading]);
  return (
    <span role="status" class="note">
      {isReading && isSlow ? t('Loading …') : ''}
    </span>
  );
}
