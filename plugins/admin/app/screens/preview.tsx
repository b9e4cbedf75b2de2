// The site beside the form: a frame with the address of the document. It loads again after each save.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../data/form';
import { labelsOf } from '../data/model';
import { msg, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

/** Width of the screen that the site sees → name. The frame is made smaller to fit. */
const WIDTHS = [
  [1280, msg('Desktop')],
  [375, msg('Phone')],
] as const;
const HEIGHT = 800;

/** The address, or the names in it that have no value yet. */
function addressOf(
  template: string,
  form: Form,
): { readonly url: string } | { readonly missing: readonly string[] } {
  const given: Readonly<Record<string, unknown>> = {
    documentId: form.documentId.value,
    locale: form.locale ?? '',
    status: 'draft',
  };
  const missing: string[] = [];
  const url = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    // The stored value: the site does not know what is not saved.
    const value = given[name] ?? form.document.value?.[name];
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
    missing.push(name);
    return '';
  });
  return missing.length === 0 ? { url } : { missing };
}

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
  const address = addressOf(template, form);
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
        <span class="grow" />
        <Button kind="quiet" icon="close" label={t('Close the preview')} onClick={onClose} />
      </div>
      {'missing' in address && (
        <Notice>
          {t('The address needs these fields: {fields}. Fill them in, and save.', {
            fields: labelsOf(form.type, address.missing),
          })}
        </Notice>
      )}
      <div ref={place} class="preview-place" style={{ height: `${HEIGHT * scale}px` }}>
        {'url' in address && (
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
