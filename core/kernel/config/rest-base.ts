// The path of a content type's routes: the prefix, then the path of `rest.types` or the API name.
import type { ApiConfig } from './api-config';

interface NamedType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
}

/** `/api/articles`, `/api/homepage`, or a path of `rest.types`. */
export function restBase({ rest }: ApiConfig, type: NamedType): string {
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName;
  return rest.prefix + (rest.types[type.uid]?.path ?? `/${name}`);
}
