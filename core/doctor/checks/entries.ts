// Entries of components and zones: lists where the schema has lists, one id each, numbers that were given out.
import { storedValue } from '../../documents/stored-value';
import type { Attribute, ContentType, Schema } from '../../schema/content-type';
import { componentOf, isNested, type NestedAttribute } from '../../schema/nested';
import type { DoctorCheck, DoctorContext, DocumentFinding, StoredDocument } from '../check';

export const entriesCheck = (): DoctorCheck => ({
  name: 'entries',
  plugin: 'core',
  summary: 'entries of components have ids of their own, which will not be given out again',
  documents: {
    of: (type) => [...type.attributes.values()].some(isNested),
    check: lookAtEntries,
  },
});

type Entry = Readonly<Record<string, unknown>>;

async function lookAtEntries(
  type: ContentType,
  documents: readonly StoredDocument[],
  { schema, all }: DoctorContext,
): Promise<DocumentFinding[]> {
  const found: DocumentFinding[] = [];
  let highest: { readonly id: number; readonly documentId: string } | null = null;
  for (const { documentId, rows } of documents) {
    /** Over all rows of the document: copies of an entry share its id, so its component must be one. */
    const components = new Map<number, string>();
    for (const row of rows) {
      const seen = new Set<string>();
      const say = (attribute: NestedAttribute, message: string): void =>
        void found.push({
          documentId,
          where: `${type.uid}, ${attribute.name}`,
          message: `${documentId}, row ${row.id}: ${message}`,
        });
      walk(type, row.values, schema, (attribute, entry, uid) => {
        const id = typeof entry === 'object' && entry !== null ? Number(entry.id) : Number.NaN;
        if (!Number.isSafeInteger(id) || id < 1) {
          say(attribute, 'an entry without an id; save the attribute again to give it one');
          return;
        }
        if (seen.has(`${uid} ${id}`)) say(attribute, `two entries of ${uid} have the id ${id}`);
        seen.add(`${uid} ${id}`);
        if (components.has(id) && components.get(id) !== uid)
          say(attribute, `the id ${id} is of ${components.get(id)} in one place and of ${uid} in another`);
        components.set(id, uid);
        if (id > (highest?.id ?? 0)) highest = { id, documentId };
      });
    }
  }
  found.push(...(await beyondCounter(type, highest, all)));
  return found;
}

/** The counter is read after the entries: whatever they hold had been reserved by then. */
async function beyondCounter(
  type: ContentType,
  highest: { readonly id: number; readonly documentId: string } | null,
  all: DoctorContext['all'],
): Promise<DocumentFinding[]> {
  if (highest === null) return [];
  const [row] = await all("SELECT value FROM quire_counters WHERE name = 'entries'");
  const { id, documentId } = highest;
  if (row !== undefined && Number(row[0]) >= id) return [];
  return [
    {
      documentId,
      where: `${type.uid}, counter of entries`,
      message: `${documentId} has an entry with the id ${id}, but the counter says ${row ? String(row[0]) : 'nothing'}: ids would be given out twice`,
      fix: async (tx) => {
        const raised = await tx.run(
          "UPDATE quire_counters SET value = CASE WHEN value < ? THEN ? ELSE value END WHERE name = 'entries'",
          [id, id],
        );
        if (raised.changes === 0)
          await tx.run("INSERT INTO quire_counters (name, value) VALUES ('entries', ?)", [id]);
      },
    },
  ];
}

function walk(
  model: { readonly attributes: ReadonlyMap<string, Attribute>; readonly model: 'type' | 'component' },
  values: Entry,
  schema: Schema,
  visit: (attribute: NestedAttribute, entry: Entry | null, uid: string) => void,
): void {
  for (const attribute of model.attributes.values()) {
    if (!isNested(attribute)) continue;
    const stored = storedValue(values, model.model === 'type' ? attribute.column : attribute.name);
    const list: readonly (Entry | null)[] =
      stored === null || stored === undefined ? [] : Array.isArray(stored) ? stored : [stored as Entry];
    for (const entry of list) {
      const uid = componentOf(attribute, entry);
      visit(attribute, entry, uid);
      const component = schema.components.get(uid);
      if (component && typeof entry === 'object' && entry !== null) walk(component, entry, schema, visit);
    }
  }
}
