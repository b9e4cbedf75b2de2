// Checks the ids of component entries: none is missing, none occurs twice, and the counter is not behind.
import { storedValue } from '../../documents/write/stored-value';
import type { Attribute, ContentType, Schema } from '../../model/compiled/content-type';
import { componentOf, isNested, type NestedAttribute } from '../../model/compiled/nested';
import type { DoctorCheck, DoctorContext, DocumentFinding, StoredDocument } from '../check';

export const entriesCheck = (): DoctorCheck => ({
  name: 'entries',
  description: 'each entry of a component has an id of its own, and the counter is not behind',
  documents: {
    of: (type) => [...type.attributes.values()].some(isNested),
    check: checkEntries,
  },
});

type Entry = Readonly<Record<string, unknown>>;

async function checkEntries(
  type: ContentType,
  documents: readonly StoredDocument[],
  { schema, all }: DoctorContext,
): Promise<DocumentFinding[]> {
  const found: DocumentFinding[] = [];
  let highest: { readonly id: number; readonly documentId: string } | null = null;
  for (const { documentId, rows } of documents) {
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
          say(attribute, 'an entry has no id; save the attribute to give it one');
          return;
        }
        if (seen.has(`${uid} ${id}`)) say(attribute, `two entries of ${uid} have the id ${id}`);
        seen.add(`${uid} ${id}`);
        if (id > (highest?.id ?? 0)) highest = { id, documentId };
      });
    }
  }
  found.push(...(await beyondCounter(type, highest, all)));
  return found;
}

/** Reads the counter after the entries: their ids were reserved before. */
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
      message: `${documentId} has an entry with the id ${id}, but the counter is ${row ? String(row[0]) : 'missing'}: new entries would get ids that exist`,
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
