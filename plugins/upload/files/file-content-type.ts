// The content type of files: one document for each uploaded file. The application may extend it with attributes of its own.
import type { ContentTypeDefinition } from '../../../core';
import type { UploadConfig } from '../config';
import { FOLDER } from '../types';

/** Attributes that routes set from `fileInfo`. */
export const INFO_KEYS = ['name', 'alternativeText', 'caption', 'focalPoint', 'folder'] as const;

const FILE_TYPE = {
  info: { singularName: 'file', pluralName: 'files', description: 'Uploaded files' },
  collectionName: 'files',
  attributes: {
    name: { type: 'string', required: true },
    alternativeText: { type: 'text' },
    caption: { type: 'text' },
    focalPoint: { type: 'json' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    formats: { type: 'json' },
    hash: { type: 'string', required: true },
    ext: { type: 'string' },
    mime: { type: 'string', required: true },
    size: { type: 'decimal', required: true },
    url: { type: 'text', required: true },
    previewUrl: { type: 'text' },
    provider: { type: 'string', required: true },
    provider_metadata: { type: 'json' },
    folderPath: { type: 'string', private: true, default: '/' },
    // Lists take it as a word of the address, as no answer of the peer has it.
    folder: {
      type: 'relation',
      relation: 'manyToOne',
      target: FOLDER,
      private: true,
      onDelete: 'restrict',
    },
  },
} satisfies ContentTypeDefinition;

/** An attribute that exists when the configuration asks for it. */
const PLACEHOLDER = 'placeholder';

export const OWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...Object.keys(FILE_TYPE.attributes),
  PLACEHOLDER,
]);

export const fileType = ({ placeholder }: Pick<UploadConfig, 'placeholder'>): ContentTypeDefinition =>
  placeholder
    ? { ...FILE_TYPE, attributes: { ...FILE_TYPE.attributes, [PLACEHOLDER]: { type: 'text' } } }
    : FILE_TYPE;
