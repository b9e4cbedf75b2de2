// documentIds of the first rows of a type. Ours are known; the bench asks a peer for them.
import type { Server } from '../app/processes';
import type { TypeName } from '../data/model';
import { documentIdOf } from '../data/rows';
import { ask } from '../measure/same-answer';

export type IdsOf = (type: TypeName, count: number) => Promise<string[]>;

export const seededIds: IdsOf = async (type, count) =>
  Array.from({ length: count }, (_, index) => documentIdOf(type, index + 1));

export const idsOfPeer =
  (peer: Server): IdsOf =>
  async (type, count) => {
    const path = `/api/${type}s?fields[0]=documentId&pagination[pageSize]=${count}`;
    const { status, value } = await ask(peer, { method: 'GET', path });
    const list = typeof value === 'object' && value !== null && 'data' in value ? value.data : [];
    const ids = (Array.isArray(list) ? list : []).map(
      (row: { readonly documentId?: unknown }) => row.documentId,
    );
    if (status !== 200 || ids.length === 0)
      throw new Error(`The peer answers ${status} to ${path}, with no documents`);
    return ids.map(String);
  };
