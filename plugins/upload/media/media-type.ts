// The attribute type `media`: a relation to files. Links, order, locales, drafts and queries are those of any relation.
import { type CommonOptions, check, type Infer, type LoweredType } from '../../../core';
import { FILE } from '../types';

const { array, boolean, object, oneOf, optional } = check;

const mediaOptions = object({
  multiple: optional(boolean(), false),
  allowedTypes: optional(array(oneOf('images', 'videos', 'audios', 'files'))),
});

export type MediaOptions = Infer<typeof mediaOptions>;

export const mediaType: LoweredType<MediaOptions> = {
  kind: 'lowered',
  name: 'media',
  options: mediaOptions,
  // A file may stand in many documents, so neither kind is exclusive.
  lower: ({ multiple }: MediaOptions & CommonOptions) => ({
    type: 'relation',
    relation: multiple ? 'manyToMany' : 'manyToOne',
    target: FILE,
  }),
};
