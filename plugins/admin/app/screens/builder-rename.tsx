// Other names for a content type or a component. The files change in the browser only, until the plan was shown.
import { type BuilderState, type Draft, drafts, putDraft, textOf } from '../data/builder';
import { parsedDefinition } from '../data/definition';
import { type NewNames, namesOf, placeOf, renamedFiles } from '../data/rename-definition';
import { t } from '../i18n/translate';
import { setSearch } from '../router';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';

interface Props {
  readonly draft: Draft;
  /** The API id of the stored file. */
  readonly uid: string;
  readonly state: BuilderState;
  readonly onClose: () => void;
}

export function RenameDefinition({ draft, uid, state, onClose }: Props) {
  const isType = draft.kind === 'type';
  const now = namesOf(draft, parsedDefinition(textOf(draft)) ?? {});
  const rename = async (words: Readonly<Record<string, string>>): Promise<void> => {
    const names: NewNames = { ...now, ...words };
    const place = placeOf(draft.path, names);
    if (place.uid === uid) throw new Error(t('The API id is {uid} already.', { uid }));
    if ([...state.files, ...drafts.value].some((file) => file.path === place.path))
      throw new Error(t('There is a schema file {path} already.', { path: place.path }));
    for (const file of renamedFiles(state, draft, uid, names)) putDraft(file);
    onClose();
    setSearch({ file: place.path });
  };
  const title = { name: 'title', label: t('Title'), value: now.title };
  return (
    <Dialog title={t('Rename {name}', { name: uid })} onClose={onClose}>
      <SimpleForm
        submit={t('Rename')}
        onCancel={onClose}
        send={rename}
        fields={
          isType
            ? [
                { name: 'name', label: t('Name of one, such as blog-post'), value: now.name, required: true },
                {
                  name: 'plural',
                  label: t('Name of many, such as blog-posts'),
                  value: now.plural,
                  required: true,
                },
                title,
              ]
            : [
                {
                  name: 'category',
                  label: t('Category, such as shared'),
                  value: now.category,
                  required: true,
                },
                { name: 'name', label: t('Name, such as quote'), value: now.name, required: true },
                title,
              ]
        }
      >
        <Notice>
          {t('Stored content is kept, and schema files that name the id follow.')}{' '}
          {isType &&
            t(
              'Addresses of the API change. Code and configuration that name the former id need the new one; roles, API tokens and histories follow.',
            )}
        </Notice>
      </SimpleForm>
    </Dialog>
  );
}
