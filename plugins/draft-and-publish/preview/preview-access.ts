// What a request with `?preview=TOKEN` may read: all that the caller may read, and the draft that the token names. The token gives no
// other right: the caller needs the permission to read published documents of the type, and the rules of the caller stay.
import { type App, type ContentType, limitRows, type Visibility, withVisibility } from '../../../core';
import { hasStatus, readDraftAction } from '../status';
import type { Previewed, PreviewLinks } from './preview-links';

/** Of a request with a token, on a route that reads one document of a type. */
export interface AskedPreview {
  readonly type: string;
  /** null: the token opens nothing of this type. */
  readonly shown: Previewed | null;
}

const NOTHING = { id: { $null: true } };

export function tapPreviewAccess({ hooks }: Pick<App, 'hooks'>, links: PreviewLinks): void {
  /** The action that reads one document → uid of its type. */
  const readers = new Map<string, string>();
  hooks.schema.ready(({ types }) => {
    for (const type of types.values())
      if (type.api && hasStatus(type))
        readers.set(`${type.uid}.${type.kind === 'singleType' ? 'find' : 'findOne'}`, type.uid);
  });
  hooks.request.authenticate((request) => {
    if (!request.querystring.includes('preview') || request.method !== 'GET') return undefined;
    const token = request.query.preview;
    const type = request.action === null ? undefined : readers.get(request.action);
    if (token === undefined || type === undefined) return undefined;
    // A cache would show the draft after the end of the link.
    request.setHeader('Cache-Control', 'no-store');
    return links.find(typeof token === 'string' ? token : '').then((found) => {
      request.state.preview = { type, shown: found?.type === type ? found : null };
      return undefined;
    });
  });
  hooks.request.visibility((visibility, { state }) =>
    state.preview === undefined ? visibility : visibilityOf(visibility, state.preview),
  );
}

function visibilityOf(base: Visibility, { type, shown }: AskedPreview): Visibility {
  const readDraft = readDraftAction(type);
  const seesDrafts = base.allows(readDraft);
  const filterOf = ({ uid }: ContentType, place?: string): unknown => {
    if (uid !== type) return null;
    // Other documents of the type, behind relations: their drafts need the permission of the caller.
    if (place !== 'root') return seesDrafts ? null : NOTHING;
    // Only a draft has no time of publication.
    return shown ? { documentId: shown.documentId, publishedAt: { $null: true }, ...shown.axes } : NOTHING;
  };
  const values = { preview: type, shown: shown ? JSON.stringify(shown) : null };
  const limited = limitRows(base, values, filterOf);
  return withVisibility(limited, {
    scope: `${limited.scope} draft`,
    allows: (action) => action === readDraft || base.allows(action),
  });
}
