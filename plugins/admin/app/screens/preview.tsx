// The site beside the form: a frame with the address of the document. It loads again after each save.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../data/form';
import { labelsOf, seesDrafts } from '../data/model';
import { addressOf, endPreviewLinks, makePreviewLink, takesToken } from '../data/preview-link';
import { msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Notice, say } from '../ui/notice';

/** Width of the screen that the site sees → name. The frame is made smaller to fit. */
const WIDTHS = [
  [1280, msg('Desktop')],
  [375, msg('Phone')],
] as const;
const HEIGHT = 800;

interface Props {
  readonly form: Form;
  readonly template: string;
  readonly onClose: () => void;
}

export function Preview({ form, template, onClose }: Props) {
  const [width, setWidth] = useState<number>(WIDTHS[0][0]);
  const [room, setRoom] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const hasToken = takesToken(template);
  const mayLink = hasToken && seesDrafts(form.type) && form.type.actions.includes('previewLink');
  const [token, setToken] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const fail = (error: unknown): void => setFailure(error);
  const renew = (): void => void makePreviewLink(form).then(setToken, fail);
  useEffect(() => {
    if (mayLink) renew();
  }, []);
  const copy = async (): Promise<void> => {
    const link = addressOf(template, form, await makePreviewLink(form));
    if (!('url' in link)) return;
    await navigator.clipboard.writeText(new URL(link.url, location.href).href);
    say(t('The link is copied. It works for a day.'));
  };
  const end = async (): Promise<void> => {
    await endPreviewLinks(form);
    say(t('All links have ended.'));
    renew();
  };
  const address = addressOf(template, form, token);
  const isWaiting = mayLink && token === null;
  const scale = Math.min(1, room / width);
  const isOwn = 'url' in address && new URL(address.url, location.href).origin === location.origin;
  return (
    <section class="preview" aria-label={t('Preview')}>
      <div class="row">
        {WIDTHS.map(([each, title]) => (
          <Button key={title} kind={each === width ? 'main' : 'plain'} onClick={() => setWidth(each)}>
            {t(title)}
          </Button>
        ))}
        {'url' in address && (
          <a href={address.url} target="_blank" rel="noreferrer">
            {t('Open in a tab')}
          </a>
        )}
        {mayLink && (
          <>
            <Button icon="copy" onClick={() => void copy().catch(fail)}>
              {t('Copy preview link')}
            </Button>
            <Button kind="quiet" onClick={() => void end().catch(fail)}>
              {t('End all links')}
            </Button>
          </>
        )}
        <span class="grow" />
        <Button kind="quiet" icon="close" label={t('Close the preview')} onClick={onClose} />
      </div>
      <Failure error={failure} />
      {hasToken && !mayLink && <Notice>{t('Your role may not make preview links of this type.')}</Notice>}
      {'missing' in address && (
        <Notice>
          {t('The address needs these fields: {fields}. Fill them in, and save.', {
            fields: labelsOf(form.type, address.missing),
          })}
        </Notice>
      )}
      <div ref={place} class="preview-place" style={{ height: `${HEIGHT * scale}px` }}>
        {'url' in address && !isWaiting && (
          <iframe
            // Another key is another frame, so the page loads again.
            key={`${address.url} ${String(form.document.value?.updatedAt)} ${form.savedAt.value}`}
            title={t('The document on the site')}
            src={address.url}
            // A page of this server must not reach into the admin.
            sandbox={isOwn ? 'allow-scripts allow-forms' : 'allow-scripts allow-forms allow-same-origin'}
            referrerpolicy="no-referrer"
            style={{ width: `${width}px`, height: `${HEIGHT}px`, transform: `scale(${scale})` }}
          />
        )}
      </div>
    </section>
  );
}
