// Three example requests for the content types of this application.
import type { Kernel } from '../../kernel/app/app';
import type { ContentType } from '../model/compiled/content-type';

export function requestsToTry(kernel: Kernel, base: string): string[] {
  const listed = new Set(
    kernel.routes
      .filter(({ definition }) => definition.method === 'GET')
      .map(({ definition }) => definition.path),
  );
  const prefix = kernel.config.api.rest.prefix;
  const types = [...kernel.schema.types.values()].filter(
    (type) => type.kind === 'collectionType' && listed.has(`${prefix}/${type.pluralName}`),
  );
  const type = types.toSorted((a, b) => relationsOf(b) - relationsOf(a))[0];
  if (!type) return [];
  const path = `${base}${prefix}/${type.pluralName}`;
  const text = [...type.attributes.values()].find(
    (attribute) =>
      attribute.kind === 'scalar' && attribute.declaredType === 'string' && !attribute.common.private,
  );
  return [
    `curl ${path}`,
    `curl -g '${path}?populate=*&sort=${text?.name ?? 'createdAt'}&pagination[pageSize]=2'`,
    text
      ? `curl -g '${path}?filters[${text.name}][$containsi]=a&fields=${text.name}'`
      : `curl -g '${path}?fields=createdAt'`,
  ];
}

const relationsOf = (type: ContentType): number =>
  [...type.attributes.values()].filter(({ kind }) => kind === 'relation').length;
