// One file: its texts, its folder, new bytes, and its deletion.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { type File, takeFiles } from '../data/files';
import { choicesOf, type Folders } from '../data/folders';
import { known, may } from '../data/model';
import { Thumbnail } from '../fields/media';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';

const MAY_UPLOAD = 'plugin::upload.content-api.upload';

interface Props {
  readonly file: File;
  /** null: the role sees no folders. */
  readonly folders: Folders | null;
  readonly onClose: () => void;
}

export function FileDialog({ file, folders, onClose }: Props) {
  const [failure, setFailure] = useState('');
  const [sure, setSure] = useState(false);
  const at = `${known().prefix}/upload`;
  const placed = file.folder?.documentId ?? '';
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
              ...(folders
                ? [
                    {
                      name: 'folder',
                      label: t('Folder'),
                      value: placed,
                      choices: choicesOf(folders, { top: t('Media'), present: file.folder ?? null }),
                    },
                  ]
                : []),
            ]}
            send={({ folder = placed, ...info }) =>
              // A file may be in a folder that the role does not see.
              change(folder === placed ? info : { ...info, folder: folder === '' ? null : folder })
            }
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
