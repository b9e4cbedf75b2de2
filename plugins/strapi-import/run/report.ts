// What an import did, per type. Each row of the source is written, was present before, or is left out with a reason.

export interface LeftOut {
  readonly table: string;
  readonly id: number;
  readonly reason: string;
}

export interface TypeReport {
  readonly uid: string;
  /** Rows of the source. */
  read: number;
  documents: number;
  /** Rows of the source that were written. */
  versions: number;
  /** Drafts that Strapi lacked, made from a published row. */
  made: number;
  links: number;
  /** Rows of link tables that name a document again: the draft and the published row of one target. */
  repeatedLinks: number;
  /** Links whose target does not exist. */
  lostLinks: number;
  components: number;
  /** Rows of documents that existed before this run. */
  present: number;
  readonly leftOut: LeftOut[];
  /** Rows that have another id here. */
  readonly otherIds: { readonly from: number; readonly to: number }[];
  readonly notes: LeftOut[];
}

export interface Report {
  readonly types: readonly TypeReport[];
  /** Data that an import does not take over, one line each. */
  readonly others: readonly string[];
}

export const typeReport = (uid: string): TypeReport => ({
  uid,
  read: 0,
  documents: 0,
  versions: 0,
  made: 0,
  links: 0,
  repeatedLinks: 0,
  lostLinks: 0,
  components: 0,
  present: 0,
  leftOut: [],
  otherIds: [],
  notes: [],
});

/** Counts in = counts out + left out. */
export const isBalanced = ({ read, versions, present, leftOut }: TypeReport): boolean =>
  read === versions + present + leftOut.length;

/** Lines of one kind that the terminal shows; the file of --report has all. */
const SHOWN = 5;

export function reportLines({ types, others }: Report): string[] {
  const lines = types.flatMap((type) => {
    const counts = [
      `${type.read} rows`,
      `${type.documents} documents`,
      `${type.versions} versions`,
      `${type.links} links`,
      `${type.components} components`,
      ...(type.present > 0 ? [`${type.present} present before`] : []),
      ...(type.made > 0 ? [`${type.made} drafts made`] : []),
      ...(type.lostLinks > 0 ? [`${type.lostLinks} links to nothing`] : []),
      ...(type.leftOut.length > 0 ? [`${type.leftOut.length} left out`] : []),
      ...(type.otherIds.length > 0 ? [`${type.otherIds.length} with another id`] : []),
    ];
    return [
      `${type.uid}: ${counts.join(', ')}`,
      ...shown('left out', type.leftOut),
      ...shown('note', type.notes),
      ...(isBalanced(type)
        ? []
        : [`  WRONG COUNTS: ${type.read} rows were read, and not all are accounted for`]),
    ];
  });
  return [...lines, ...others];
}

function shown(word: string, list: readonly LeftOut[]): string[] {
  const lines = list.slice(0, SHOWN).map(({ table, id, reason }) => `  ${word}: ${table} ${id}: ${reason}`);
  return list.length > SHOWN
    ? [...lines, `  … and ${list.length - SHOWN} more; --report FILE has all`]
    : lines;
}
