// Files of an attribute: a small picture, and a dialog that finds or uploads them.

import { useRef, useState } from 'preact/hooks';
import { acceptOf, type FileKind, kindsOf } from '../data/file-kinds';
import { FIND_FILES, type File, takeFiles } from '../data/files';
import { useFolders } from '../data/folders';
import { useFoundFiles } from '../data/found-files';
import { may } from '../data/model';
import { type FailedUpload, type Uploads, uploadEach } from '../data/upload';
import { isObject } from '../data/values';
import { plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FailedUploads } from '../ui/failed-uploads';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { useLeft } from '../ui/left';
import { isImage, Thumbnail } from '../ui/thumbnail';
import { defineField, type FieldProps } from './field';
import { useFileDialog } from './file-dialog';
import { FolderPath, FolderTiles } from './folder-path';
import { ItemTools, useItemOrder } from './item-order';
import { UndoLine } from './undo';

const UPLOAD = 'plugin::upload.content-api.upload';

const filesOf = (value: unknown): readonly File[] =>
  Array.isArray(value) ? (value as File[]) : isObject(value) ? [value as unknown as File] : [];

interface PickerProps {
  /** One visit chooses several files. */
  readonly many?: boolean;
  readonly kinds: readonly FileKind[];
  /** At least one file. */
  readonly onPick: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

/** Without these actions, the dialog offers nothing. */
export const mayPick = (): boolean => may(FIND_FILES) || may(UPLOAD);

export function Picker({ many = false, kinds, onPick, onClose }: PickerProps) {
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const [text, setText] = useState('');
  const [folder, setFolder] = useState<string | null>(null);
  const { folders, error } = useFolders();
  const found = useFoundFiles({ text, folder, kinds }, !may(FIND_FILES));
  const isChosen = ({ id }: File): boolean => chosen.some((file) => file.id === id);
  const take = (file: File): void => {
    if (!many) onPick([file]);
    else setChosen(isChosen(file) ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file]);
  };
  const [sending, setSending] = useState(0);
  const left = useLeft();
  const takeUploaded = ({ stored, failed: refused }: Uploads): void => {
    setSending((count) => count - 1);
    setFailed(refused);
    // The person has closed the dialog meanwhile: the files are in the library, and no field changes.
    if (left.current || stored.length === 0) return;
    if (many) {
      setChosen((now) => [...now, ...stored]);
      found.again();
    } else onPick(stored.slice(0, 1));
  };
  return (
    <Dialog title={t('Files')} wide onClose={onClose}>
      <Failure error={found.error ?? error} />
      <FailedUploads failed={failed} />
      <div class="row">
        {may(FIND_FILES) && (
          <input
            type="search"
            aria-label={t('Search files')}
            placeholder={folders ? t('Search all folders') : t('Search')}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
        {may(UPLOAD) && (
          <label class="button">
            {t('Upload')}
            <input
              type="file"
              class="spoken"
              multiple={many}
              accept={acceptOf(kinds)}
              onChange={(event) => {
                const files = takeFiles(event.currentTarget);
                if (files.length === 0) return;
                setFailed([]);
                setSending((count) => count + 1);
                void uploadEach(files, folder).then(takeUploaded);
              }}
            />
          </label>
        )}
        <Button icon="close" onClick={onClose}>
          {t('Close')}
        </Button>
        {sending > 0 && <span role="status">{t('Uploading …')}</span>}
      </div>
      {folders && text === '' && (
        <>
          <FolderPath folders={folders} folder={folder} onOpen={setFolder} />
          <FolderTiles folders={folders} folder={folder} onOpen={setFolder} />
        </>
      )}
      <ul class="tiles" aria-label={t('Files')}>
        {found.files?.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              class="tile"
              aria-pressed={many ? isChosen(file) : undefined}
              onClick={() => take(file)}
            >
              {many && isChosen(file) && <Icon name="check" />}
              <Thumbnail file={file} />
              <span>{file.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.files?.length === 0 && <p class="nothing">{t('Nothing found')}</p>}
      {found.hasMore && <Button onClick={found.more}>{t('Show more')}</Button>}
      {many && (
        <div class="row chosen">
          <Button kind="main" disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {plural(chosen.length, 'Add {count} file', 'Add {count} files')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Media({ attribute, value, path, id, disabled, set }: FieldProps) {
  const [picking, setPicking] = useState(false);
  const many = attribute.options.multiple === true || attribute.relation?.many === true;
  const files = filesOf(value);
  const put = (list: readonly File[]): void => set(path, many ? list : (list.at(-1) ?? null));
  const host = useRef<HTMLDivElement>(null);
  const { shown, failure, open } = useFileDialog();
  const { last, ...order } = useItemOrder({
    ...{ items: files, put, host, rest: ':scope > .button' },
    idOf: (file) => file.id,
    nameOf: (file) => file.name,
  });
  return (
    <div class="media" ref={host}>
      <ul class="tiles">
        {files.map((file, index) => (
          <li key={file.id} class="tile">
            <Thumbnail file={shown(file)} />
            {may(FIND_FILES) ? (
              <Button kind="quiet" opens="dialog" onClick={() => void open(file)}>
                {shown(file).name}
              </Button>
            ) : (
              <span>{file.name}</span>
            )}
            {!disabled && (
              <span class="tools">
                <ItemTools name={file.name} {...{ index, many, ...order }} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Failure error={failure} />
      {/* Another file may have taken the place of the removed one. */}
      <UndoLine done={disabled || (!many && files.length > 0) ? null : last.done} forget={last.forget} />
      {!disabled && mayPick() && (
        <Button icon="plus" onClick={() => setPicking(true)}>
          <span id={id}>
            {many ? t('Add file') : files.length > 0 ? t('Replace file') : t('Choose file')}
          </span>
        </Button>
      )}
      {picking && (
        <Picker
          many={many}
          kinds={kindsOf(attribute.options.allowedTypes)}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            const added = picked.filter(({ id: one }) => !files.some((file) => file.id === one));
            put(many ? [...files, ...added] : picked);
            setPicking(false);
          }}
        />
      )}
    </div>
  );
}

const MOST_IN_CELL = 3;
const CELL_SIDE = 32;

function Cell({ value }: { readonly value: unknown }) {
  const files = filesOf(value);
  const more = files.length - MOST_IN_CELL;
  return (
    <span class="thumbnails">
      {files
        .slice(0, MOST_IN_CELL)
        .map((file) =>
          isImage(file) ? (
            <Thumbnail key={file.id} file={file} alt={file.name} side={CELL_SIDE} />
          ) : (
            <span key={file.id}>{file.name}</span>
          ),
        )}
      {more > 0 && <small>{plural(more, 'and {count} other', 'and {count} others')}</small>}
    </span>
  );
}

export const media = defineField({
  types: ['media'],
  input: Media,
  isGroup: true,
  text: (value) =>
    filesOf(value)
      .map(({ name }) => name)
      .join(', '),
  cell: Cell,
});
