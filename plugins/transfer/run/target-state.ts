// What the application has before an import: it is refused, or makes room.

import { type App, type BulkWrites, type ContentType, type ImportPart, refuseInput } from '../../../core';

const countRows = async ({ database }: App, { table }: ContentType): Promise<number> => {
  const [[count] = []] = await database.transaction((tx) =>
    tx.all(`SELECT COUNT(*) FROM ${database.dialect.id(table)}`),
  );
  return Number(count);
};

/** Documents that each start stores, such as roles, are no content: those of the archive take their place. */
export async function refuseContent(
  app: App,
  types: readonly ContentType[],
  parts: ReadonlyMap<string, ImportPart>,
): Promise<void> {
  const full: string[] = [];
  for (const type of types) {
    if (parts.get(type.uid)?.sameBy !== undefined) continue;
    const count = await countRows(app, type);
    if (count > 0) full.push(`${type.uid} (${count} rows)`);
  }
  if (full.length > 0)
    refuseInput(
      `This application has content: ${full.join(', ')}. --merge adds and replaces documents; --replace NAMES removes those of the types first.`,
    );
  for (const type of types)
    if (parts.get(type.uid)?.sameBy !== undefined) await refuseHolders(app, type, types);
}

/** The documents of the type are replaced, so no other document may link to them. */
async function refuseHolders(app: App, target: ContentType, types: readonly ContentType[]): Promise<void> {
  for (const type of app.schema.types.values()) {
    if (types.includes(type)) continue;
    const holds = [...type.attributes.values()].some(
      (each) => each.kind === 'relation' && each.holdsLinks && each.target === target.uid,
    );
    if (holds && (await countRows(app, type)) > 0)
      refuseInput(
        `Documents of ${type.uid} link to ${target.uid}, whose documents would be replaced; import both, or use --merge.`,
      );
  }
}

/** As a delete of one document is refused. */
export async function refuseMissed(
  bulk: BulkWrites,
  removed: ReadonlyMap<ContentType, readonly string[]>,
): Promise<void> {
  for (const [type, ids] of removed) {
    const missed = await bulk.missed(type, ids);
    if (missed.length > 0)
      refuseInput(
        'Documents would be removed that the archive does not have, and that others need:',
        ...missed.map(
          ({ documentId, type: from, attribute, onDelete }) =>
            `${type.uid} ${documentId}: ${from} links to it with ${attribute}, which has "onDelete": "${onDelete}"`,
        ),
      );
  }
}
