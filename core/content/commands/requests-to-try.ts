// Three example requests for a content type of this application that the caller may read. If there is none: the request with a token.
import type { Kernel, MayRead } from '../../kernel/app/app';
import { TOKEN_COMMAND } from '../../kernel/app/first-requests';
import type { ContentType } from '../model/compiled/content-type';

export async function requestsToTry(kernel: Kernel, base: string, may: MayRead): Promise<string[]> {
  const { prefix } = kernel.config.api.rest;
  const actions = new Map(
    kernel.routes
      .filter(({ definition }) => definition.method === 'GET')
      .map(({ definition }) => [definition.path, definition.action]),
  );
  const types = [...kernel.schema.types.values()]
    .filter((type) => type.kind === 'collectionType' && actions.has(`${prefix}/${type.pluralName}`))
    .toSorted((a, b) => relationsOf(b) - relationsOf(a));
  for (const type of types) {
    const path = `${prefix}/${type.pluralName}`;
    if (await may(actions.get(path) ?? null)) return requestsFor(type, base + path);
  }
  const closed = types.find((type) => type.api);
  if (!closed || !kernel.commands.has('token')) return [];
  const path = `${base}${prefix}/${closed.pluralName}`;
  return [TOKEN_COMMAND, `curl -H 'Authorization: Bearer SECRET' ${path}`];
}

function requestsFor(type: ContentType, path: string): string[] {
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
