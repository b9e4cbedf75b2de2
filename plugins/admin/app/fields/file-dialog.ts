// The dialog of a file above a form.
import { useState } from 'preact/hooks';
import { type File, readFile } from '../data/files';
import { openedFile } from '../data/opened-file';
import { t } from '../i18n/translate';
import { useLeft } from '../ui/left';

/** The dialog of a file, and the file as that dialog has left it: the value of the form is only its id. */
export function useFileDialog() {
  const [changed, setChanged] = useState<ReadonlyMap<number, File>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const left = useLeft();
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
