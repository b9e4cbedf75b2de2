// Files: find, upload by choosing or dropping, describe, replace and delete.

import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { type File, findFiles, takeFiles, upload } from '../data/files';
import { known, may } from '../data/model';
import { Thumbnail } from '../fields/media';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice, say } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { DescribeFiles } from './describe-files';

const MAY_UPLOAD = 'plugin::upload.content-api.upload';

export function MediaScreen() {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [failure, setFailure] = useState('');
  const [text, setText] = useState('');
  const [open, setOpen] = useState<File | null>(null);
  const [describing, setDescribing] = useState(false);
  const [busy, setBusy] = useState(false);
  const fail = (error: unknown): void => setFailure(error instanceof Error ? error.message : String(error));
  const look = (): void => void findFiles(text).then(setFiles, fail);
  useEffect(look, [text]);
  const add = (list: readonly globalThis.File[]): void => {
    if (list.length === 0) return;
    setBusy(true);
    setFailure('');
    upload(list)
      .then((added) => {
        say(plural(added.length, '{count} file uploaded', '{count} files uploaded'));
        look();
      }, fail)
      .finally(() => setBusy(false));
  };
  useEffect(() => {
    const onOver = (event: DragEvent): void => event.preventDefault();
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      if (may(MAY_UPLOAD)) add([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [text]);
  return (
    <section>
      <header class="head">
        <h1>{t('Media')}</h1>
        <span class="grow" />
        <input
          type="search"
          aria-label={t('Search files')}
          placeholder={t('Search')}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {may(MAY_UPLOAD) && <Button onClick={() => setDescribing(true)}>{t('Describe images …')}</Button>}
        {may(MAY_UPLOAD) && (
          <label class="button main">
            {busy ? t('Uploading …') : t('Upload')}
            <input
              type="file"
              multiple
              class="spoken"
              onChange={(event) => add(takeFiles(event.currentTarget))}
            />
          </label>
        )}
      </header>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {files?.length === 0 && <p class="nothing">{t('No files. Drop some here.')}</p>}
      <ul class="tiles">
        {files?.map((file) => (
          <li key={file.id}>
            <button type="button" class="tile" onClick={() => setOpen(file)}>
              <Thumbnail file={file} />
              <span>{file.name}</span>
              {file.mime.startsWith('image/') && !file.alternativeText && (
                <small class="hint">{t('No description')}</small>
              )}
            </button>
          </li>
        ))}
      </ul>
      {describing && (
        <DescribeFiles
          onClose={() => {
            setDescribing(false);
            look();
          }}
        />
      )}
      {open && (
        <FileDialog
          file={open}
          onClose={() => {
            setOpen(null);
            look();
          }}
        />
      )}
    </section>
  );
}

function FileDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const [failure, setFailure] = useState('');
  const [sure, setSure] = useState(false);
  const at = `${known().prefix}/upload`;
  const fail = (error: unknown): void => setFailure(error instanceof Error ? error.message : String(error));
  const change = async (info: object, replacement?: globalThis.File): Promise<void> => {
    const form = new FormData();
    form.append('fileInfo', JSON.stringify(info));
    if (replacement) form.append('files', replacement, replacement.name);
    await ask(`${at}?id=${file.id}`, { method: 'POST', form });
    onClose();
  };
  return (
    <Dialog title={file.name} wide onClose={onClose}>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <div class="columns">
        <Thumbnail file={file} />
        {may(MAY_UPLOAD) && (
          <SimpleForm
            submit={t('Save')}
            onCancel={onClose}
            fields={[
              { name: 'name', label: t('Name'), value: file.name, required: true },
              {
                name: 'alternativeText',
                label: t('Description for people who do not see it'),
                kind: 'lines',
                value: file.alternativeText ?? '',
              },
              {
                name: 'caption',
                label: t('Caption'),
                value: typeof file.caption === 'string' ? file.caption : '',
              },
            ]}
            send={(values) => change(values)}
          />
        )}
      </div>
      <div class="row">
        <a href={file.url} target="_blank" rel="noreferrer">
          {t('Open')}
        </a>
        {may(MAY_UPLOAD) && (
          <label class="button">
            {t('Replace')}
            <input
              type="file"
              class="spoken"
              onChange={(event) => {
                const [chosen] = takeFiles(event.currentTarget);
                if (chosen) change({}, chosen).catch(fail);
              }}
            />
          </label>
        )}
        {may('plugin::upload.content-api.destroy') && !sure && (
          <Button kind="danger" onClick={() => setSure(true)}>
            {t('Delete')}
          </Button>
        )}
        {sure && (
          <Button
            kind="danger"
            onClick={() => void ask(`${at}/files/${file.id}`, { method: 'DELETE' }).then(onClose, fail)}
          >
            {t('Delete it for ever')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}
