// What a request with `?preview=TOKEN` may read: all that the caller may read, and the draft that the token names. The token gives no
// other right: the caller needs the permission to read published documents of the type, and the rules of the caller stay.
import {
  type App,
  type Caller,
  type ContentType,
  limitRows,
  type Visibility,
  withVisibility,
} from '../../../core';
import { hasStatus, parallelAxes, readDraftAction } from '../status';
import type { Previewed, PreviewLinks } from './preview-links';

/** Before the taps that recognise callers: after the first principal, no other tap runs. */
const FIRST = -1000;
/** Part of each query string that names the parameter, also with escapes. */
const MAY_NAME = /preview|%/;
const NOTHING = { id: { $null: true } };

/** The draft that the token of the caller's request opens, if it is one of the type. */
export type PreviewOf = (caller: Caller | undefined, type: ContentType) => Previewed | undefined;

export function tapPreviewAccess({ hooks }: Pick<App, 'hooks'>, links: PreviewLinks): PreviewOf {
  /** The action that reads one document → its type. */
  const readers = new Map<string, ContentType>();
  /** Request → its draft. */
  const opened = new WeakMap<object, Previewed>();
  hooks.schema.ready(({ types }) => {
    for (const type of types.values())
      if (type.api && hasStatus(type))
        readers.set(`${type.uid}.${type.kind === 'singleType' ? 'find' : 'findOne'}`, type);
  });
  hooks.request.authenticate(
    (request) => {
      const type = request.action === null ? undefined : readers.get(request.action);
      if (!type || !MAY_NAME.test(request.querystring)) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const { preview: token } = request.query;
      if (token === undefined) return undefined;
      // A cache would show the draft after the end of the link.
      request.setHeader('Cache-Control', 'no-store');
      if (typeof token !== 'string') return undefined;
      return links.find(token).then((found) => {
        if (found && isOf(type, found)) opened.set(request, found);
        return undefined;
      });
    },
    { stage: FIRST },
  );
  hooks.request.visibility((visibility, request) => {
    const shown = opened.get(request);
    return shown ? visibilityOf(visibility, shown) : visibility;
  });
  return (caller, type) => {
    const shown = caller?.kind === 'request' && caller.origin ? opened.get(caller.origin) : undefined;
    return shown?.type === type.uid ? shown : undefined;
  };
}

/** False also for a link of the time before the type got its locales, or lost them: it would open another draft, or several. */
function isOf(type: ContentType, { type: uid, axes }: Previewed): boolean {
  const names = parallelAxes(type).map(({ name }) => name);
  return uid === type.uid && names.length === Object.keys(axes).length && names.every((name) => name in axes);
}

/** The values of axes that have a key in documents. The parameter binds the others. */
const keyedAxes = (type: ContentType, { axes }: Previewed): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parallelAxes(type).flatMap(({ name, outputKey }) =>
      outputKey === undefined ? [] : [[outputKey, axes[name]]],
    ),
  );

function visibilityOf(base: Visibility, shown: Previewed): Visibility {
  const readDraft = readDraftAction(shown.type);
  const seesDrafts = base.allows(readDraft);
  const filterOf = (type: ContentType, place?: string): unknown => {
    if (type.uid !== shown.type) return null;
    // Other documents of the type, behind relations: their drafts need the permission of the caller.
    if (place !== 'root') return seesDrafts ? null : NOTHING;
    // Only a draft has no time of publication.
    return { documentId: shown.documentId, publishedAt: { $null: true }, ...keyedAxes(type, shown) };
  };
  const limited = limitRows(base, { preview: JSON.stringify(shown) }, filterOf);
  return withVisibility(limited, {
    scope: `${limited.scope} draft`,
    allows: (action) => action === readDraft || base.allows(action),
  });
}
