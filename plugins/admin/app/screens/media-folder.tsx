// What a person does with a folder: make, rename, move and delete it.
import { useRef, useState } from 'preact/hooks';
import { ApiError, ask } from '../data/client';
import { choicesOf, FOLDER_ACTIONS, type Folder, type Folders, folderAt, foldersAt } from '../data/folders';
import { may } from '../data/model';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { useFocus } from '../ui/focus';
import { SimpleForm } from '../ui/simple-form';

interface Props {
  readonly folders: Folders;
  /** null: the top, where a folder can be made only. */
  readonly folder: Folder | null;
  readonly onChange: () => void;
  /** The folder is gone; `parent` is where it was. */
  readonly onGone: (parent: string | null) => void;
}

export function FolderActions({ folders, folder, onChange, onGone }: Props) {
  const [open, setOpen] = useState<'new' | 'rename' | 'move' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const done = (): void => {
    close();
    onChange();
  };
  const change = async (data: object): Promise<void> => {
    if (!folder) return;
    await ask(folderAt(folder.documentId), { method: 'PUT', body: { data } });
    done();
  };
  const above = folder?.parent ?? null;
  const mayChange = folder !== null && may(FOLDER_ACTIONS.update);
  return (
    <>
      {may(FOLDER_ACTIONS.create) && <Button onClick={() => setOpen('new')}>{t('New folder')}</Button>}
      {mayChange && <Button onClick={() => setOpen('rename')}>{t('Rename folder')}</Button>}
      {mayChange && <Button onClick={() => setOpen('move')}>{t('Move folder …')}</Button>}
      {folder && may(FOLDER_ACTIONS.delete) && (
        <Button kind="danger" onClick={() => setOpen('delete')}>
          {t('Delete folder')}
        </Button>
      )}
      {open === 'new' && (
        <Dialog title={t('New folder')} onClose={close}>
          <SimpleForm
            submit={t('Create')}
            onCancel={close}
            fields={[{ name: 'name', label: t('Name'), required: true }]}
            send={async ({ name }) => {
              await ask(foldersAt(), {
                method: 'POST',
                body: { data: { name, parent: folder?.documentId ?? null } },
              });
              done();
            }}
          />
        </Dialog>
      )}
      {folder && open === 'rename' && (
        <Dialog title={t('Rename folder')} onClose={close}>
          <SimpleForm
            submit={t('Save')}
            onCancel={close}
            fields={[{ name: 'name', label: t('Name'), value: folder.name, required: true }]}
            send={({ name }) => change({ name })}
          />
        </Dialog>
      )}
      {folder && open === 'move' && (
        <Dialog title={t('Move {name}', { name: folder.name })} onClose={close}>
          <SimpleForm
            submit={t('Move')}
            onCancel={close}
            fields={[
              {
                name: 'parent',
                label: t('To the folder'),
                value: above?.documentId ?? '',
                choices: choicesOf(folders, {
                  top: t('Media'),
                  present: above,
                  without: folder.documentId,
                }),
                help: t('Everything in the folder moves along.'),
              },
            ]}
            send={async ({ parent = '' }) =>
              parent === (above?.documentId ?? '')
                ? close()
                : change({ parent: parent === '' ? null : parent })
            }
          />
        </Dialog>
      )}
      {folder && open === 'delete' && (
        <DeleteFolder
          folder={folder}
          onClose={close}
          onDeleted={() => {
            close();
            onGone(folders.wayTo(folder.documentId).at(-2)?.documentId ?? null);
          }}
        />
      )}
    </>
  );
}

interface Content {
  readonly folders: number;
  readonly files: number;
}

interface DeleteProps {
  readonly folder: Folder;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** The server counts what is inside. Only a request with the same numbers deletes it. */
function DeleteFolder({ folder: { documentId, name }, onClose, onDeleted }: DeleteProps) {
  const [content, setContent] = useState<Content | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const focus = useFocus(buttons);
  const remove = async (): Promise<void> => {
    setFailure(null);
    setBusy(true);
    const words = content ? `?folders=${content.folders}&files=${content.files}` : '';
    try {
      await ask(`${folderAt(documentId)}${words}`, { method: 'DELETE' });
      onDeleted();
    } catch (error) {
      const counted = contentIn(error);
      if (counted) setContent(counted);
      else setFailure(error);
      setBusy(false);
      // The pressed button was disabled, so it has lost the focus.
      focus('button');
    }
  };
  return (
    <Dialog title={t('Delete {name}', { name })} onClose={onClose}>
      <Failure error={failure} />
      {content === null ? (
        <p>{t('If the folder is not empty, you are asked again.')}</p>
      ) : (
        <div role="alert">
          <p>
            <strong>{t('The folder is not empty. All of this is deleted:')}</strong>
          </p>
          <ul>
            {content.folders > 0 && <li>{plural(content.folders, '{count} folder', '{count} folders')}</li>}
            {content.files > 0 && <li>{plural(content.files, '{count} file', '{count} files')}</li>}
          </ul>
          <p>{t('Documents lose these files. This cannot be undone.')}</p>
        </div>
      )}
      <div class="row" ref={buttons}>
        {content === null && (
          <Button key="try" kind="danger" disabled={busy} onClick={() => void remove()}>
            {t('Delete')}
          </Button>
        )}
        <Button key="cancel" onClick={onClose}>
          {t('Cancel')}
        </Button>
        {content !== null && (
          // Elsewhere than the first button: a second click on that one must not delete.
          <>
            <span key="space" class="grow" />
            <Button key="sure" kind="danger" disabled={busy} onClick={() => void remove()}>
              {t('Delete for ever')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function contentIn(error: unknown): Content | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { folders, files } = error.details;
  return typeof folders === 'number' && typeof files === 'number' ? { folders, files } : null;
}
