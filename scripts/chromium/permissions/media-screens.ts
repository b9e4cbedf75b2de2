// Files and their folders: which parts need which action.
import { button, link, type Pair, type Screen } from './screen';
import { picture } from './site';

export const FIND_FILES = 'plugin::upload.content-api.find';
export const UPLOAD = 'plugin::upload.content-api.upload';
export const upload: Pair['request'] = () => ({ method: 'POST', path: '/api/upload', form: picture() });
const describe: Pair['request'] = async ({ newFile }) => {
  const form = new FormData();
  form.append('fileInfo', JSON.stringify({ alternativeText: 'A pond' }));
  return { method: 'POST', path: `/api/upload?id=${await newFile()}`, form };
};
const replace: Pair['request'] = async ({ newFile }) => ({
  method: 'POST',
  path: `/api/upload?id=${await newFile()}`,
  form: picture(),
});
const move: Pair['request'] = async ({ newFile, folder }) => ({
  method: 'POST',
  path: '/api/upload/actions/move',
  body: { data: { files: [await newFile()], folder } },
});
const folders = (verb: string): string => `plugin::upload.content-api.${verb}`;
const FOLDERS = '/api/upload/folders';

export const mediaScreens: readonly Screen[] = [
  {
    name: 'media',
    address: () => 'media',
    link: 'Media',
    pairs: [
      { action: FIND_FILES, hides: 'closed', request: () => ({ path: '/api/upload/files' }) },
      { action: UPLOAD, hides: [button('Describe images …'), ['label', 'Upload']], request: upload },
      { action: UPLOAD, hides: [['checkbox', 'Choose pond.png']], request: move },
      {
        action: folders('findFolders'),
        hides: [link('Ponds'), button('New folder'), ['checkbox', 'Choose pond.png']],
        request: () => ({ path: FOLDERS }),
      },
      {
        action: folders('createFolder'),
        hides: [button('New folder')],
        request: ({ newName }) => ({
          method: 'POST',
          path: FOLDERS,
          body: { data: { name: newName(), parent: null } },
        }),
      },
    ],
  },
  {
    name: 'a folder of files',
    address: ({ folder }) => `media?folder=${folder}`,
    pairs: [
      {
        action: folders('findFolders'),
        hides: [['heading', 'Ponds'], button('Rename folder'), button('Delete folder')],
        request: ({ folder }) => ({ path: `/api/upload/files?folder=${folder}` }),
      },
      {
        action: folders('updateFolder'),
        hides: [button('Rename folder'), button('Move folder …')],
        request: async ({ newFolder, newName }) => ({
          method: 'PUT',
          path: `${FOLDERS}/${await newFolder()}`,
          body: { data: { name: newName() } },
        }),
      },
      {
        action: folders('deleteFolder'),
        hides: [button('Delete folder')],
        request: async ({ newFolder }) => ({ method: 'DELETE', path: `${FOLDERS}/${await newFolder()}` }),
      },
    ],
  },
  {
    name: 'a file',
    address: () => 'media',
    act: (page) =>
      page
        .getByRole('button', { name: /pond\.png/ })
        .first()
        .click(),
    pairs: [
      { action: UPLOAD, hides: [button('Save')], request: describe },
      {
        action: folders('findFolders'),
        hides: [['combobox', 'Folder']],
        request: () => ({ path: '/api/upload/files?folder=any' }),
      },
      { action: UPLOAD, hides: [['label', 'Replace']], request: replace },
      {
        action: 'plugin::upload.content-api.destroy',
        hides: [button('Delete')],
        request: async ({ newFile }) => ({ method: 'DELETE', path: `/api/upload/files/${await newFile()}` }),
      },
    ],
  },
];
