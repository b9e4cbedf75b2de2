// Files that a person pastes or drops into the text: images are uploaded and inserted where they were given.
import { Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { known, may } from '../../data/model';
import { type FailedUpload, uploadEach } from '../../data/upload';
import { t } from '../../i18n/translate';
import { insertImage } from './commands';

export interface FileNews {
  readonly isBusy: boolean;
  /** Empty: the text may have these files. */
  readonly refused: string;
  readonly failed: readonly FailedUpload[];
}

export const NO_NEWS: FileNews = { isBusy: false, refused: '', failed: [] };

/** The places of uploads that are on their way. They move with the text. */
const places = new PluginKey<ReadonlyMap<symbol, number>>('places');

export const givenFiles = (tell: (news: FileNews) => void): Plugin =>
  new Plugin<ReadonlyMap<symbol, number>>({
    key: places,
    state: {
      init: () => new Map(),
      apply(tr, before) {
        const moved = [...before].map(([id, at]) => [id, tr.mapping.map(at)] as const);
        const added = tr.getMeta(places) as readonly [symbol, number] | undefined;
        return new Map(added ? [...moved, added] : moved);
      },
    },
    props: {
      handlePaste(view, { clipboardData }) {
        // A word processor gives a picture of the text beside the text.
        if (clipboardData?.getData('text/plain') !== '') return false;
        return take(view, [...clipboardData.files], view.state.selection.to, tell);
      },
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        const files = isMoved ? [] : [...(event.dataTransfer?.files ?? [])];
        return take(view, files, at ?? view.state.selection.to, tell);
      },
    },
  });

/** Returns whether the editor has nothing else to do with the event. */
function take(view: EditorView, files: readonly File[], at: number, tell: (news: FileNews) => void): boolean {
  if (files.length === 0) return false;
  const refused = whyNot(files);
  if (refused === null) void insertAll(view, files, at, tell);
  else tell({ ...NO_NEWS, refused });
  return true;
}

function whyNot(files: readonly File[]): string | null {
  if (!files.every(({ type }) => type.startsWith('image/')))
    return t('Only images can be part of the text. Add other files in Media, and link them here.');
  if (!known().plugins.includes('upload')) return t('Images need the plugin “upload”. It is not enabled.');
  if (!may('plugin::upload.content-api.upload'))
    return t('Your role may not upload files. Choose a stored image with the button “Image”.');
  return null;
}

async function insertAll(
  view: EditorView,
  files: readonly File[],
  at: number,
  tell: (news: FileNews) => void,
): Promise<void> {
  const id = Symbol();
  view.dispatch(view.state.tr.setMeta(places, [id, at]));
  tell({ ...NO_NEWS, isBusy: true });
  const { stored, failed } = await uploadEach(files);
  // The form was left meanwhile. The files are in Media.
  if (view.isDestroyed) return;
  for (const file of stored)
    insertImage(file, places.getState(view.state)?.get(id))(view.state, view.dispatch);
  tell({ ...NO_NEWS, failed });
}
