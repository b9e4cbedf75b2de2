// The dialog of a file that a field has opened.
import { useEffect } from 'preact/hooks';
import { useFolders } from '../data/folders';
import { openedFile, tellDeletedFile } from '../data/opened-file';
import { FileDialog } from './media-file';

export function OpenedFile() {
  const { folders } = useFolders();
  const close = (): void => {
    openedFile.value = null;
  };
  useEffect(() => close, []);
  const { value: opened } = openedFile;
  if (!opened) return null;
  return (
    <FileDialog
      file={opened.file}
      folders={folders}
      onClose={() => {
        close();
        opened.done();
      }}
      onDeleted={() => {
        close();
        tellDeletedFile(opened.file.id);
      }}
    />
  );
}
