// Drops on the media screen: files of the desktop are uploaded, dragged files of the library move into a folder.
import { useEffect } from 'preact/hooks';

/** Marks a drag of stored files. */
const DRAGGED = 'application/x-quire-files';
/** Their ids. The data of a drag may come from another page, so they are not in it. */
let dragged: readonly number[] = [];

export function startDrag(event: DragEvent, files: readonly number[]): void {
  const { dataTransfer: data } = event;
  if (!data) return;
  dragged = files;
  data.clearData();
  data.setData(DRAGGED, '');
  data.effectAllowed = 'move';
}

export interface Drops {
  /** The folder of the screen. null: the top. */
  readonly here: string | null;
  readonly add: (files: readonly File[], folder: string | null) => void;
  readonly move: (files: readonly number[], folder: string | null) => void;
}

/** Uploads go into the folder under the pointer, else into the present one. Moves need a folder under the pointer. */
export function useDrops({ here, add, move }: Drops): void {
  useEffect(() => {
    const placeOf = ({ target }: DragEvent): HTMLElement | null =>
      target instanceof Element ? target.closest('[data-folder]') : null;
    const isMove = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes(DRAGGED) === true;
    const mark = (place: HTMLElement | null): void => {
      for (const each of document.querySelectorAll('[data-folder].over')) each.classList.remove('over');
      place?.classList.add('over');
    };
    const onOver = (event: DragEvent): void => {
      const place = placeOf(event);
      event.preventDefault();
      if (event.dataTransfer && isMove(event)) event.dataTransfer.dropEffect = place ? 'move' : 'none';
      mark(place);
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      mark(null);
      const place = placeOf(event);
      const folder = place ? place.dataset.folder || null : here;
      if (!isMove(event)) add([...(event.dataTransfer?.files ?? [])], folder);
      else if (place && dragged.length > 0) move(dragged, folder);
      dragged = [];
    };
    const onEnd = (): void => {
      dragged = [];
      mark(null);
    };
    const listeners = [
      ['dragover', onOver],
      ['drop', onDrop],
      ['dragend', onEnd],
    ] as const;
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
    };
  });
}
