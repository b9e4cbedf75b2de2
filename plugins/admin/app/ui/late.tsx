// A component in a file of its own, which is loaded when it is first drawn.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/translate';
import { Button } from './button';
import { Notice } from './notice';

export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Late(props: P) {
    const [Inner, setInner] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    const start = (): void => {
      setFailed(false);
      load().then(
        (found) => {
          loaded = found;
          setInner(() => found);
        },
        (error: unknown) => {
          console.error(error);
          setFailed(true);
        },
      );
    };
    useEffect(() => {
      if (!Inner) start();
    }, []);
    if (Inner) return <Inner {...props} />;
    if (!failed) return <p class="nothing">{t('Loading …')}</p>;
    return (
      <Notice kind="error">
        {t('This part of the admin could not be loaded.')} <Button onClick={start}>{t('Try again')}</Button>
      </Notice>
    );
  };
}
