// The documents whose texts show a file: an image of structured text, or an address in Markdown, also inside components and dynamic zones.
// The hash of a file is part of each of its addresses.
import { ApiError, ask } from './client';
import {
  type AttributeModel,
  documentsAt,
  hasDrafts,
  hasLocales,
  known,
  seesDrafts,
  type TypeModel,
} from './model';
import { queryOf } from './query';

const TEXTS: ReadonlySet<string> = new Set(['blocks', 'richtext', 'text']);
const PAGE = 100;
/** Rows of one type. */
const MOST = 1000;

export type UseRow = Readonly<Record<string, unknown>> & { readonly documentId: string };

/** The attribute may hold the address of a file. */
const isText = ({ type, operators }: AttributeModel): boolean =>
  TEXTS.has(type) && operators?.includes('$contains') === true;

/** The filters of all texts, one for each text and each component with texts. */
function filtersOf(
  attributes: readonly AttributeModel[],
  hash: string,
  seen: ReadonlySet<string> = new Set(),
): readonly object[] {
  const inside = (uid: string): readonly object[] => {
    if (seen.has(uid)) return [];
    const $or = filtersOf(known().components[uid]?.attributes ?? [], hash, new Set([...seen, uid]));
    return $or.length === 0 ? [] : [{ $or }];
  };
  return attributes.flatMap((attribute) => {
    const { name, component, components = [] } = attribute;
    if (isText(attribute)) return [{ [name]: { $contains: hash } }];
    if (component !== undefined) return inside(component).map((filter) => ({ [name]: filter }));
    return components.flatMap((uid) => inside(uid).map((filter) => ({ [name]: { on: { [uid]: filter } } })));
  });
}

/** Rows of a type in all locales: the published ones, and drafts. */
export async function usesInTexts(
  type: TypeModel,
  hash: string,
): Promise<{ readonly rows: readonly UseRow[]; readonly isCut: boolean }> {
  const $or = filtersOf(type.attributes, hash);
  if ($or.length === 0) return { rows: [], isCut: false };
  const rows: UseRow[] = [];
  let isCut = false;
  const read = async (status?: 'draft'): Promise<void> => {
    const words = {
      status,
      filters: { $or },
      fields: ['documentId', type.titleField, ...(hasLocales(type) ? ['locale'] : [])],
      ...(hasLocales(type) ? { locale: '*' } : {}),
    };
    const pageSize = Math.min(PAGE, known().maxLimit);
    for (let page = 1; ; page++) {
      const query = queryOf({ ...words, pagination: { page, pageSize, withCount: false } });
      const found = await rowsAt(documentsAt(type.uid) + query);
      rows.push(...found);
      if (found.length < pageSize) return;
      if (page * pageSize >= MOST) {
        isCut = true;
        return;
      }
    }
  };
  await read();
  if (hasDrafts(type) && seesDrafts(type)) await read('draft');
  return { rows, isCut };
}

/** A single type answers one row, and 404 without one. */
async function rowsAt(address: string): Promise<readonly UseRow[]> {
  try {
    const { data } = await ask<{ data: readonly UseRow[] | UseRow }>(address);
    return 'documentId' in data.data ? [data.data] : data.data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
