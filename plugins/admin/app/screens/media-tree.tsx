// All folders as a tree of links. Those above the present one are open.
import { useState } from 'preact/hooks';
import type { Folder, Folders } from '../data/folders';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';

interface Props {
  readonly folders: Folders;
  readonly folder: string | null;
  readonly addressOf: (folder: string | null) => string;
}

export function FolderTree(props: Props) {
  const { folders, folder, addressOf } = props;
  return (
    <nav class="tree" aria-label={t('Folders')}>
      <a href={addressOf(null)} data-folder="" aria-current={folder === null ? 'page' : undefined}>
        {t('Media')}
      </a>
      <Level {...props} parent={null} way={folders.wayTo(folder).map(({ documentId }) => documentId)} />
    </nav>
  );
}

interface LevelProps extends Props {
  readonly parent: string | null;
  readonly way: readonly string[];
}

const Level = ({ parent, ...props }: LevelProps) => {
  const inside = props.folders.childrenOf(parent);
  return inside.length === 0 ? null : (
    <ul>
      {inside.map((each) => (
        <Branch key={each.documentId} {...props} own={each} />
      ))}
    </ul>
  );
};

function Branch({ own, ...props }: Omit<LevelProps, 'parent'> & { readonly own: Folder }) {
  const { folders, folder, addressOf, way } = props;
  const { documentId: id, name } = own;
  // What the person has chosen counts until the person goes elsewhere.
  const [chosen, setChosen] = useState<{ readonly at: string | null; readonly open: boolean } | null>(null);
  const isOpen = chosen?.at === folder ? chosen.open : way.includes(id);
  return (
    <li>
      <div class="branch">
        {folders.childrenOf(id).length > 0 && (
          <Button
            kind="quiet"
            icon={isOpen ? 'unfold' : 'right'}
            label={isOpen ? t('Close {name}', { name }) : t('Open {name}', { name })}
            expanded={isOpen}
            onClick={() => setChosen({ at: folder, open: !isOpen })}
          />
        )}
        <a href={addressOf(id)} data-folder={id} aria-current={id === folder ? 'page' : undefined}>
          <bdi>{name}</bdi>
        </a>
      </div>
      {isOpen && <Level {...props} parent={id} />}
    </li>
  );
}
