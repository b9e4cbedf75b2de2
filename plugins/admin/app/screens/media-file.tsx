// One file: its facts, texts, folder, focal point and crop, its replacement and its deletion.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useUsesOf } from '../data/file-uses';
import { type ChangedFile, changeFile, type File, takeFiles } from '../data/files';
import { choicesOf, type Folders } from '../data/folders';
import { isCroppable, isPicture } from '../data/image-areas';
import { known, may } from '../data/model';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { late } from '../ui/late';
import { Notice, say } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { Thumbnail } from '../ui/thumbnail';
import { FileFacts, usedBy } from './file-facts';

const Crop = late(async () => (await import('./crop')).Crop);
const FocalPoint = late(async () => (await import('./focal-point')).FocalPoint);

const MAY_UPLOAD = 'plugin::upload.content-api.upload';

/** All fields of the form below an element. */
function typedIn(element: Element | null): string {
  const form = element?.querySelector('form');
  return form ? JSON.stringify([...new FormData(form)]) : '';
}

interface Props {
  readonly file: File;
  /** null: the role sees no folders. */
  readonly folders: Folders | null;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function FileDialog({ file: opened, folders, onClose, onDeleted }: Props) {
  const [file, setFile] = useState(opened);
  const [editing, setEditing] = useState<'crop' | 'focal point' | null>(null);
  const [failure, setFailure] = useState('');
  const [sure, setSure] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const columns = useRef<HTMLDivElement>(null);
  const before = useRef('');
  useEffect(() => {
    before.current = typedIn(columns.current);
  }, []);
  const close = (): void => {
    if (typedIn(columns.current) === before.current) onClose();
    else setLeaving(true);
  };
  const [replacement, setReplacement] = useState<globalThis.File | null>(null);
  const used = useUsesOf(file);
  const at = `${known().prefix}/upload`;
  const placed = file.folder?.documentId ?? '';
  const fail = (error: unknown): void => setFailure(error instanceof Error ? error.message : String(error));
  const change = async (info: object, replacement?: globalThis.File): Promise<void> => {
    await changeFile(file.id, info, replacement);
    onClose();
  };
  const stop = (): void => setEditing(null);
  const changed = (answer: ChangedFile): void => {
    setFile({ ...file, ...answer });
    stop();
    say(t('Saved'));
  };
  return (
    <Dialog title={file.name} wide onClose={close}>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <div class="columns" ref={columns}>
        <div>
          <Thumbnail file={file} />
          <FileFacts file={file} used={used} />
        </div>
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
      {sure && (
        <p role="alert">
          <strong>{used.uses && usedBy(used.uses)}</strong>{' '}
          {t('Documents lose this file. This cannot be undone.')}
        </p>
      )}
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
                setReplacement(chosen ?? null);
              }}
            />
          </label>
        )}
        {may(MAY_UPLOAD) && isCroppable(file) && (
          <Button onClick={() => setEditing('crop')}>{t('Crop …')}</Button>
        )}
        {may(MAY_UPLOAD) && isPicture(file) && (
          <Button onClick={() => setEditing('focal point')}>{t('Focal point …')}</Button>
        )}
        {may('plugin::upload.content-api.destroy') && !sure && (
          <Button kind="danger" onClick={() => setSure(true)}>
            {t('Delete')}
          </Button>
        )}
        {sure && (
          <Button
            kind="danger"
            disabled={used.uses === null && used.error === null}
            onClick={() => void ask(`${at}/files/${file.id}`, { method: 'DELETE' }).then(onDeleted, fail)}
          >
            {t('Delete it for ever')}
          </Button>
        )}
        <Button onClick={close}>{t('Close')}</Button>
      </div>
      {leaving && (
        <Confirm
          title={t('Close without saving?')}
          text={t('What you have typed here is not saved.')}
          button={t('Close without saving')}
          kind="danger"
          onClose={() => setLeaving(false)}
          onConfirm={async () => onClose()}
        />
      )}
      {replacement && (
        <Confirm
          title={t('Replace “{name}”?', { name: file.name })}
          text={t(
            'Documents with this file then show “{file}”. The former file is deleted. This cannot be undone.',
            {
              file: replacement.name,
            },
          )}
          button={t('Replace')}
          kind="danger"
          onClose={() => setReplacement(null)}
          // Without a name, the file gets the one of the new bytes.
          onConfirm={() => change({ name: file.name }, replacement).catch(fail)}
        />
      )}
      {editing === 'focal point' && <FocalPoint file={file} onClose={stop} onSaved={changed} />}
      {editing === 'crop' && (
        <Crop
          file={file}
          onClose={stop}
          onReplaced={changed}
          onAdded={() => {
            say(plural(1, '{count} file uploaded', '{count} files uploaded'));
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
