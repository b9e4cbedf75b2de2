// Reads one field of documents that code returned: a relation, a component, media or a zone. The documents of a list share one read.
import type { GraphQLResolveInfo } from 'graphql';
import { type ContentType, coreErrors, viewOf } from '../../../core';
import { within } from '../context/row-budget';
import type { RunContext } from '../context/run-context';
import { type RowPlace, type RowsOfCode, type RowWords, rowsOfCode } from '../extension/code-documents';
import type { Field, ModelFacts } from '../model/facts';
import { isReadable, populatedField, populatedKey } from './look-ahead';
import { lookingAt, type ReadSources } from './read-sources';
import { SelectionPlan } from './selection-plan';

type Document = Readonly<Record<string, unknown>>;
type PopulatedField = Parameters<typeof populatedField>[0];

/** undefined: the document has the value already. */
export type ReadBelow = (
  document: Document,
  context: RunContext,
  info: GraphQLResolveInfo,
) => Promise<unknown> | undefined;

export const NOTHING_BELOW: ReadBelow = () => undefined;

interface Batch {
  readonly ids: Set<number>;
  readonly rows: Promise<ReadonlyMap<number, Document>>;
}

export function readBelow(
  field: Exclude<Field, { kind: 'scalar' | 'former' }>,
  { model: type }: ModelFacts,
  sources: ReadSources,
): ReadBelow {
  if (type.model !== 'type') return NOTHING_BELOW;
  const batches = new WeakMap<RunContext, Map<string, Batch>>();
  const empty = isList(field) ? [] : null;
  return (document, context, info) => {
    const code = rowsOfCode(document);
    if (code === undefined) return undefined;
    const place = code.placeOf(type, document);
    if (place === null) {
      if (document[info.fieldName] !== undefined) return undefined;
      throw new Error(
        `Code returned a document of ${type.uid} without its id, so "${info.fieldName}" cannot be read; select "id", too`,
      );
    }
    const waiting = batches.get(context) ?? new Map<string, Batch>();
    batches.set(context, waiting);
    const key = JSON.stringify([placeInAnswer(info), place.reads]);
    const batch = waiting.get(key) ?? begin(code, place, context, info, () => waiting.delete(key));
    waiting.set(key, batch);
    batch.ids.add(place.id);
    const name = populatedKey(String(info.path.key));
    return batch.rows.then((rows) => rows.get(place.id)?.[name] ?? empty);
  };

  function begin(
    code: RowsOfCode,
    place: RowPlace,
    context: RunContext,
    info: GraphQLResolveInfo,
    end: () => void,
  ): Batch {
    const ids = new Set<number>();
    const rows = siblingsAsked().then(async () => {
      end();
      const found = place.reads.map((words) => read([...ids], code, words, context, info));
      return new Map((await Promise.all(found)).flatMap((each) => [...each]));
    });
    return { ids, rows };
  }

  async function read(
    ids: readonly number[],
    code: RowsOfCode,
    words: RowWords,
    context: RunContext,
    info: GraphQLResolveInfo,
  ): Promise<ReadonlyMap<number, Document>> {
    const base = await rightsBelow(field, type as ContentType, code, context, sources);
    const visibility = code.showing(type as ContentType, words, base);
    const facts = sources.model.of(type.uid);
    if (!isReadable(field, viewOf(visibility, sources.model.schema, type)))
      throw coreErrors.ACCESS_FORBIDDEN();
    const caller = context.callerWith(visibility);
    const options = populatedField(
      field as PopulatedField,
      SelectionPlan.ofField(info),
      facts,
      lookingAt(sources, info, visibility),
    );
    const { read: service } = sources.documents();
    const prepared = service.prepare(
      type as ContentType,
      {
        ...words,
        filters: { id: { $in: ids } },
        fields: ['id'],
        populate: { [populatedKey(String(info.path.key))]: options },
        pagination: { limit: ids.length },
        caller,
        visibility,
        limits: {
          ...sources.limits,
          maxLimit: null,
          arrayLimit: Math.max(ids.length, sources.limits.arrayLimit),
        },
      },
      'find',
    );
    const { text } = await service.runMany(within(prepared, context.rows), context.control, caller);
    context.size.read(text);
    const found: readonly (Document & { readonly id: number })[] = JSON.parse(text);
    return new Map(found.map((row) => [row.id, row]));
  }
}

const isList = (field: Exclude<Field, { kind: 'scalar' | 'former' }>): boolean => {
  if (field.kind === 'zone') return true;
  return field.kind === 'component' ? field.attribute.repeatable : field.attribute.many;
};

/** A relation needs the permission of its target, as the list of the target does. */
async function rightsBelow(
  field: Exclude<Field, { kind: 'scalar' | 'former' }>,
  type: ContentType,
  code: RowsOfCode,
  context: RunContext,
  { model }: ReadSources,
) {
  if (field.kind !== 'relation' || field.attribute.declaredType === 'media')
    return code.rightsOn(type, context.request);
  const target = model.of(field.attribute.target ?? '').model as ContentType;
  return context.authorize(model.queryAction(target, 'find'));
}

/** graphql-js resolves the fields of a list one after the other, with few promises in between. */
export const siblingsAsked = (): Promise<void> =>
  new Promise((done) => {
    Promise.resolve().then(() => process.nextTick(done));
  });

/** `courses/author`: the path without the places in lists. */
function placeInAnswer({ path }: GraphQLResolveInfo): string {
  const keys: string[] = [];
  for (let at: typeof path | undefined = path; at; at = at.prev)
    if (typeof at.key === 'string') keys.push(at.key);
  return keys.join('/');
}
