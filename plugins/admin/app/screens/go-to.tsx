// Ctrl K: goes to a screen, a content type or a document. Screens are there at once; each content type is asked once for documents.
import { findDocuments } from '../data/find-documents';
import { canOpen, known, type TypeModel } from '../data/model';
import { path } from '../data/place';
import type { Suggestion } from '../data/suggestion';
import { t } from '../i18n/translate';
import { go } from '../router';
import { Combobox } from '../ui/combobox';
import { Dialog } from '../ui/dialog';
import type { Link } from './shell';

const MOST_SCREENS = 8;
/** Requests for one text. */
const MOST_TYPES = 12;
const MOST_OF_A_TYPE = 3;
const MOST_DOCUMENTS = 12;
/** One letter is in nearly all titles. */
const SHORTEST = 2;

const searchable = (): readonly TypeModel[] =>
  known()
    .types.filter(
      (type) =>
        type.kind === 'collectionType' &&
        type.titleField !== 'documentId' &&
        type.actions.includes('find') &&
        canOpen(type),
    )
    .slice(0, MOST_TYPES);

async function documentsOf(
  type: TypeModel,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const found = await findDocuments(type, text, signal, { most: MOST_OF_A_TYPE });
  return found.map(({ id, title }) => ({ id: `${path}/types/${type.uid}/${id}`, title, note: type.title }));
}

async function find(
  links: readonly Link[],
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const words = text.trim();
  const screens = links
    .filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()))
    .slice(0, MOST_SCREENS)
    .map(({ to, title }) => ({ id: to, title }));
  if (words.length < SHORTEST) return screens;
  // A type that refuses the request hides no result of the others.
  const found = await Promise.allSettled(searchable().map((type) => documentsOf(type, words, signal)));
  const documents = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  return [...screens, ...documents.slice(0, MOST_DOCUMENTS)];
}

interface Props {
  readonly links: readonly Link[];
  readonly onClose: () => void;
}

export const GoTo = ({ links, onClose }: Props) => (
  <Dialog title={t('Go to')} onClose={onClose}>
    <Combobox
      id="go-to"
      label={t('Screen, content type or document')}
      search={(text, signal) => find(links, text, signal)}
      onPick={({ id }) => {
        onClose();
        go(id);
      }}
    />
  </Dialog>
);
