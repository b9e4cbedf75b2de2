// The content type of folders: a folder is a document, so rules of roles, exports and imports hold for it. A file names its folder.
import type { ContentTypeDefinition } from '../../../core';
import { FOLDER } from '../types';

/** Words of a read: each folder with its parent. */
export const WITH_PARENT = { parent: { fields: ['name'] } } as const;

export const FOLDER_TYPE: ContentTypeDefinition = {
  info: { singularName: 'folder', pluralName: 'folders', description: 'Folders of uploaded files' },
  collectionName: 'upload_folders',
  attributes: {
    name: { type: 'string', required: true },
    // A folder with content stays: a delete of the parent would bring its folders to the top.
    parent: { type: 'relation', relation: 'manyToOne', target: FOLDER, onDelete: 'restrict' },
  },
};
