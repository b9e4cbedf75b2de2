// The images without a description, one below the other, with a text for each.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { changeFile, type File, filesAt } from '../data/files';
import { queryOf } from '../data/query';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { say } from '../ui/notice';
import { Thumbnail } from '../ui/thumbnail';

/** Files of one dialog. The next ones come when it is opened again. */
const MOST = 30;

async function withoutDescription(): Promise<readonly File[]> {
  const query = queryOf({
    filters: { mime: { $startsWith: 'image/' }, $or: [{ alternativeText: { $null: true } }] },
    sort: 'createdAt:desc',
    pagination: { limit: MOST },
  });
  // A description that was emptied.
  const emptied = `&${encodeURIComponent('filters[$or][1][alternativeText][$eq]')}=`;
  return (await ask<readonly File[]>(filesAt() + query + emptied)).data;
}

export function DescribeFiles({ onClose }: { readonly onClose: () => void }) {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<number, unknown>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void withoutDescription().then(setFiles, setFailure), []);
  const written = [...texts].filter(([, text]) => text.trim() !== '');

  const save = async (): Promise<void> => {
    setBusy(true);
    const failed = new Map<number, unknown>();
    const stored = new Set<number>();
    for (const [id, text] of written) {
      try {
        await changeFile(id, { alternativeText: text.trim() });
        stored.add(id);
      } catch (error) {
        failed.set(id, error);
      }
    }
    setBusy(false);
    say(plural(stored.size, '{count} file described', '{count} files described'));
    if (failed.size === 0) return onClose();
    // What is refused stays, with its text.
    setFiles((now) => now?.filter(({ id }) => !stored.has(id)) ?? null);
    setTexts(new Map(written.filter(([id]) => failed.has(id))));
    setFailures(failed);
  };

  return (
    // Escape would throw typed texts away.
    <Dialog title={t('Images without a description')} wide {...(written.length > 0 ? {} : { onClose })}>
      <Failure error={failure} />
      {files === null && failure === null && <p class="nothing">{t('Loading …')}</p>}
      {files?.length === 0 && <p class="nothing">{t('Each image has a description.')}</p>}
      {files?.map((file) => (
        <div class="describe" key={file.id}>
          <Thumbnail file={file} />
          <div class="field">
            <label for={`describe-${file.id}`}>
              <bdi>{file.name}</bdi>
            </label>
            <textarea
              id={`describe-${file.id}`}
              rows={2}
              dir="auto"
              disabled={busy}
              value={texts.get(file.id) ?? ''}
              onInput={(event) => setTexts(new Map(texts).set(file.id, event.currentTarget.value))}
            />
            <Failure error={failures.get(file.id)} />
          </div>
        </div>
      ))}
      <div class="row">
        {files !== null && files.length > 0 && (
          <Button kind="main" disabled={busy || written.length === 0} onClick={() => void save()}>
            {t('Save all')}
          </Button>
        )}
        <Button onClick={onClose}>{written.length > 0 ? t('Cancel') : t('Close')}</Button>
      </div>
    </Dialog>
  );
}
