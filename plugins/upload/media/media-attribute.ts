// Media attributes among the attributes of the content model.
import type { Attribute, RelationAttribute } from '../../../core';
import type { MediaOptions } from './media-type';

export const isMedia = (attribute: Attribute | undefined): attribute is RelationAttribute =>
  attribute?.kind === 'relation' && attribute.declaredType === 'media';

export const mediaOptionsOf = ({ declaredOptions }: RelationAttribute): MediaOptions =>
  declaredOptions as MediaOptions;
