// The request that gives the same documents over the public API, to copy.

import { useState } from 'preact/hooks';
import { known, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

interface Props {
  readonly type: TypeModel;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Signs that mean nothing in a query, such as brackets, are shown as they are. A quote would end the text of a command. */
const readableAddress = (url: string): string =>
  url.replace(/%(5B|5D|24|3A|2C|2F|40)/g, (code) => decodeURIComponent(code)).replaceAll("'", '%27');

export function Requests({ type, query }: Props) {
  const [open, setOpen] = useState(false);
  const { fields, status: own, ...words } = query;
  // The states of a list are those of drafts.
  const status = words.publicationFilter === undefined ? undefined : own;
  const name = type.kind === 'singleType' ? type.singular : type.plural;
  const url = readableAddress(`${location.origin}${known().prefix}/${name}${queryOf({ ...words, status })}`);
  const texts = [
    [t('Address'), url],
    ['curl', `curl --globoff '${url}'`],
    ['JavaScript', `const response = await fetch('${url}');\nconst { data } = await response.json();`],
  ] as const;
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('Show the request')}
      </Button>
      {open && (
        <Dialog title={t('The same documents over the API')} wide onClose={() => setOpen(false)}>
          {texts.map(([title, text]) => (
            <div class="field" key={title}>
              <strong>{title}</strong>
              <textarea readOnly class="code" aria-label={title} value={text} />
              <Button kind="quiet" icon="copy" onClick={() => void navigator.clipboard.writeText(text)}>
                {t('Copy')}
              </Button>
            </div>
          ))}
          <Button onClick={() => setOpen(false)}>{t('Close')}</Button>
        </Dialog>
      )}
    </>
  );
}
