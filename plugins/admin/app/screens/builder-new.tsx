// A new schema file: the names that it needs. The form and the text of the file follow.
import type { BuilderState, Draft, SchemaFile } from '../data/builder';
import { drafts } from '../data/builder';
import { printed } from '../data/json-source';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/dialog';
import { SimpleForm } from '../ui/simple-form';

interface Props {
  readonly kind: SchemaFile['kind'];
  readonly state: BuilderState;
  readonly onMade: (draft: Draft) => void;
  readonly onClose: () => void;
}

type Words = Readonly<Record<string, string>>;

const definitionOfType = ({ name, plural, title, kind, drafts: withDrafts }: Words) => ({
  kind,
  info: { singularName: name, pluralName: plural, displayName: title || name },
  options: { draftAndPublish: withDrafts === 'yes' },
  attributes: {},
});
const definitionOfComponent = ({ name, title }: Words) => ({
  info: { displayName: title || name },
  attributes: {},
});

export function NewFile({ kind, state, onMade, onClose }: Props) {
  const isType = kind === 'type';
  const make = async (words: Words): Promise<void> => {
    const path = state.places[kind]
      .replaceAll('{name}', words.name ?? '')
      .replaceAll('{category}', words.category ?? '');
    if ([...state.files, ...drafts.value].some((file) => file.path === path))
      throw new Error(t('There is a schema file {path} already.', { path }));
    const definition = isType ? definitionOfType(words) : definitionOfComponent(words);
    onMade({ path, kind, stored: null, text: printed(definition, null) });
  };
  return (
    <Dialog title={isType ? t('New content type') : t('New component')} onClose={onClose}>
      <SimpleForm
        submit={t('Create')}
        onCancel={onClose}
        send={make}
        fields={
          isType
            ? [
                { name: 'name', label: t('Name of one, such as blog-post'), required: true },
                { name: 'plural', label: t('Name of many, such as blog-posts'), required: true },
                { name: 'title', label: t('Title') },
                {
                  name: 'kind',
                  label: t('Kind'),
                  value: 'collectionType',
                  choices: [
                    ['collectionType', t('Many documents')],
                    ['singleType', t('One document')],
                  ],
                },
                {
                  name: 'drafts',
                  label: t('Drafts'),
                  value: 'yes',
                  choices: [
                    ['yes', t('Yes')],
                    ['no', t('No')],
                  ],
                },
              ]
            : [
                { name: 'category', label: t('Category, such as shared'), required: true },
                { name: 'name', label: t('Name, such as quote'), required: true },
                { name: 'title', label: t('Title') },
              ]
        }
      />
    </Dialog>
  );
}
