// The dialog of a file above a form.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type File, readFile } from '../data/files';
import { onDeletedFile, openedFile } from '../data/opened-file';
import { t } from '../i18n/translate';
import { useLeft } from '../ui/left';

/** The dialog of a file, and the file as that dialog has left it: the value of the form is only its id. */
/** `onDeleted`: a dialog above the form has deleted a file. */
export function useFileDialog(onDeleted: (id: number) => void) {
  const [changed, setChanged] = useState<ReadonlyMap<number, File>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const left = useLeft();
  const listener = useRef(onDeleted);
  listener.current = onDeleted;
  useEffect(() => onDeletedFile((id) => listener.current(id)), []);
  const read = async ({ id }: File): Promise<File | null> => {
    const file = await readFile(id);
    if (file) setChanged((now) => new Map(now).set(id, file));
    else setFailure(new Error(t('The file is gone, or you may not see it.')));
    return file;
  };
  const open = async (of: File): Promise<void> => {
    setFailure(null);
    try {
      const file = await read(of);
      // An answer that comes late opens no dialog above another form.
      if (file && !left.current) openedFile.value = { file, done: () => void read(of).catch(setFailure) };
    } catch (error) {
      setFailure(error);
    }
  };
  return { shown: (file: File): File => changed.get(file.id) ?? file, failure, open };
}
