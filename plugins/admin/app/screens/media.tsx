// Files in folders: find, upload by choosing or dropping, choose and move. The folder and the search are in the address.

import { useState } from 'preact/hooks';
import { type File, moveFiles, takeFiles } from '../data/files';
import { choicesOf, FOLDER_ACTIONS, type Folders, NO_FOLDERS, useFolders } from '../data/folders';
import { useFoundFiles } from '../data/found-files';
import { may } from '../data/model';
import { path } from '../data/place';
import { type FailedUpload, uploadEach } from '../data/upload';
import { FolderPath, FolderTiles } from '../fields/folder-path';
import { plural, t } from '../i18n/translate';
import { go, search, setSearch } from '../router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FailedUploads } from '../ui/failed-uploads';
import { Failure } from '../ui/failure';
import { ScreenTitle } from '../ui/head';
import { Notice, say } from '../ui/notice';
import { SearchField } from '../ui/search-field';
import { SimpleForm } from '../ui/simple-form';
import { Thumbnail } from '../ui/thumbnail';
import { DescribeFiles } from './describe-files';
import { startDrag, useDrops } from './media-drop';
import { FileDialog } from './media-file';
import { FolderActions } from './media-folder';
import { FolderTree } from './media-tree';

const MAY_UPLOAD = 'plugin::upload.content-api.upload';

const addressOf = (folder: string | null): string =>
  `${path}/media${folder === null ? '' : `?folder=${encodeURIComponent(folder)}`}`;

export function MediaScreen() {
  const asked = may(FOLDER_ACTIONS.find) ? search.value.get('folder') : null;
  const { folders, error, again } = useFolders();
  const isUnknown = asked !== null && folders !== null && !folders.byId.has(asked);
  const here = asked !== null && folders?.byId.has(asked) ? asked : null;
  const isReady = folders !== null || asked === null;
  return (
    <section>
      <Failure error={error} />
      {isUnknown && (
        <Notice kind="warning">
          {t('The folder of this address does not exist, or you may not see it.')}
        </Notice>
      )}
      {folders?.isCut && <Notice kind="warning">{t('There are more folders than this page shows.')}</Notice>}
      {isReady && <Files key={here} folders={folders} here={here} onFolders={again} />}
    </section>
  );
}

interface FilesProps {
  /** null: the role sees no folders, or they are on their way. */
  readonly folders: Folders | null;
  readonly here: string | null;
  readonly onFolders: () => void;
}

function Files({ folders, here, onFolders }: FilesProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const text = search.value.get('q') ?? '';
  const [open, setOpen] = useState<File | 'describe' | 'move' | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const folder = here === null ? null : (folders?.byId.get(here) ?? null);
  const { files, hasMore, more, again, error } = useFoundFiles({ text, folder: here });
  const close = (): void => {
    setOpen(null);
    again();
  };
  const add = (list: readonly globalThis.File[], to: string | null = here): void => {
    if (list.length === 0) return;
    setBusy(true);
    setFailure(null);
    setFailed([]);
    void uploadEach(list, to).then(({ stored, failed: refused }) => {
      if (stored.length > 0) say(plural(stored.length, '{count} file uploaded', '{count} files uploaded'));
      setFailed(refused);
      setBusy(false);
      again();
    });
  };
  const canMove = folders !== null && may(MAY_UPLOAD);
  const move = async (ids: readonly number[], to: string | null): Promise<void> => {
    await moveFiles(ids, to);
    say(plural(ids.length, '{count} file moved', '{count} files moved'));
    setChosen(new Set());
    again();
  };
  useDrops({
    here,
    add: (list, to) => {
      if (may(MAY_UPLOAD)) add(list, to);
    },
    move: (ids, to) => {
      // A search shows files of other folders.
      if (to === here && text === '') return;
      setFailure(null);
      move(ids, to).catch(setFailure);
    },
  });
  const choose = (id: number, isChosen: boolean): void =>
    setChosen(new Set([...chosen].filter((each) => each !== id).concat(isChosen ? [id] : [])));
  const shown = files ?? [];
  const moving = shown.filter(({ id }) => chosen.has(id));
  return (
    <>
      <header class="head">
        <ScreenTitle title={folder?.name ?? t('Media')} of={t('Media')} />
        <span class="grow" />
        <SearchField
          label={t('Search files')}
          placeholder={folders ? t('Search all folders') : t('Search')}
          value={text}
          search={(q) => setSearch({ q }, true)}
        />
        {may(MAY_UPLOAD) && <Button onClick={() => setOpen('describe')}>{t('Describe images …')}</Button>}
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
      <Failure error={failure ?? error} />
      <FailedUploads failed={failed} />
      {folders && <FolderPath folders={folders} folder={here} addressOf={addressOf} />}
      {folders && (
        <div class="row">
          <FolderActions
            folders={folders}
            folder={folder}
            onChange={onFolders}
            onGone={(parent) => {
              go(addressOf(parent), true);
              onFolders();
            }}
          />
          {moving.length > 0 && (
            <Button kind="main" onClick={() => setOpen('move')}>
              {plural(moving.length, 'Move {count} file …', 'Move {count} files …')}
            </Button>
          )}
        </div>
      )}
      <div class={folders && folders.byId.size > 0 ? 'shelf' : undefined}>
        {folders && folders.byId.size > 0 && (
          <FolderTree folders={folders} folder={here} addressOf={addressOf} />
        )}
        <div>
          {folders && text === '' && <FolderTiles folders={folders} folder={here} addressOf={addressOf} />}
          {files?.length === 0 && (
            <p class="nothing">{text === '' ? t('No files. Drop some here.') : t('Nothing found')}</p>
          )}
          <ul class="tiles" aria-label={t('Files')}>
            {shown.map((file) => (
              <li
                key={file.id}
                draggable={canMove}
                onDragStart={(event) =>
                  startDrag(event, chosen.has(file.id) ? moving.map(({ id }) => id) : [file.id])
                }
              >
                {canMove && (
                  <input
                    type="checkbox"
                    class="chooser"
                    aria-label={t('Choose {name}', { name: file.name })}
                    checked={chosen.has(file.id)}
                    onChange={(event) => choose(file.id, event.currentTarget.checked)}
                  />
                )}
                <FileTile file={file} isFound={text !== ''} onOpen={() => setOpen(file)} />
              </li>
            ))}
          </ul>
          {hasMore && <Button onClick={more}>{t('Show more')}</Button>}
        </div>
      </div>
      {open === 'describe' && <DescribeFiles onClose={close} />}
      {open === 'move' && (
        <Dialog
          title={plural(moving.length, 'Move {count} file', 'Move {count} files')}
          onClose={() => setOpen(null)}
        >
          <SimpleForm
            submit={t('Move')}
            onCancel={() => setOpen(null)}
            fields={[
              {
                name: 'folder',
                label: t('To the folder'),
                value: here ?? '',
                choices: choicesOf(folders ?? NO_FOLDERS, { top: t('Media'), present: folder }),
              },
            ]}
            send={async ({ folder: to = '' }) => {
              await move(
                moving.map(({ id }) => id),
                to === '' ? null : to,
              );
              setOpen(null);
            }}
          />
        </Dialog>
      )}
      {open !== null && typeof open === 'object' && (
        <FileDialog file={open} folders={folders} onClose={close} onDeleted={close} />
      )}
    </>
  );
}

interface TileProps {
  readonly file: File;
  /** By a search, so the tile names the folder. */
  readonly isFound: boolean;
  readonly onOpen: () => void;
}

const FileTile = ({ file, isFound, onOpen }: TileProps) => (
  <button type="button" class="tile" onClick={onOpen}>
    <Thumbnail file={file} />
    <span>{file.name}</span>
    {isFound && file.folder && <small class="hint">{t('In {folder}', { folder: file.folder.name })}</small>}
    {file.mime.startsWith('image/') && !file.alternativeText && (
      <small class="hint">{t('No description')}</small>
    )}
  </button>
);
