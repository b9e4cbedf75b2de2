// Where a person is in the folders, and the folders that are there. A link if folders have addresses, else a button.
import type { ComponentChildren } from 'preact';
import type { Folder, Folders } from '../data/folders';
import { t } from '../i18n/translate';
import { Icon } from '../ui/icon';

interface Place {
  readonly folders: Folders;
  /** null: the top. */
  readonly folder: string | null;
  /** Absent: `onOpen` opens a folder. */
  readonly addressOf?: (folder: string | null) => string;
  readonly onOpen?: (folder: string | null) => void;
}

interface OpenerProps extends Pick<Place, 'addressOf' | 'onOpen'> {
  readonly to: string | null;
  readonly class?: string;
  readonly children: ComponentChildren;
}

const Opener = ({ to, addressOf, onOpen, class: name, children }: OpenerProps) =>
  addressOf ? (
    <a href={addressOf(to)} class={name} data-folder={to ?? ''}>
      {children}
    </a>
  ) : (
    <button type="button" class={name ?? 'button quiet'} onClick={() => onOpen?.(to)}>
      {children}
    </button>
  );

export function FolderPath({ folders, folder, ...open }: Place) {
  const way = folders.wayTo(folder);
  if (way.length === 0) return null;
  const above: readonly (Folder | null)[] = [null, ...way.slice(0, -1)];
  return (
    <nav class="crumbs" aria-label={t('Folder')}>
      <ol>
        {above.map((each) => (
          <li key={each?.documentId ?? ''}>
            <Opener {...open} to={each?.documentId ?? null}>
              <bdi>{each?.name ?? t('Media')}</bdi>
            </Opener>
          </li>
        ))}
        <li aria-current="page">
          <bdi>{way.at(-1)?.name}</bdi>
        </li>
      </ol>
    </nav>
  );
}

export function FolderTiles({ folders, folder, ...open }: Place) {
  const inside = folders.childrenOf(folder);
  if (inside.length === 0) return null;
  return (
    <ul class="tiles folders" aria-label={t('Folders')}>
      {inside.map(({ documentId, name }) => (
        <li key={documentId}>
          <Opener {...open} to={documentId} class="tile">
            <Icon name="folder" />
            <bdi>{name}</bdi>
          </Opener>
        </li>
      ))}
    </ul>
  );
}
