// Where a content type's routes begin: the prefix, then its own path or its name. For everybody who adds routes beside them.
import type { ApiConfig } from './api-config';

interface NamedType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
}

/** `/api/articles`, `/api/homepage`, or what `rest.types` says. */
export function restBase({ rest }: ApiConfig, type: NamedType): string {
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName;
  return rest.prefix + (rest.types[type.uid]?.path ?? `/${name}`);
}
