// What an import did. Each document of the archive is written or kept as it was here, and each link is written or has a reason.

export interface TypeReport {
  readonly uid: string;
  read: number;
  /** New here. */
  added: number;
  /** In the place of a document that was here. */
  replaced: number;
  /** The document here is newer, or equally old, and stays. */
  kept: number;
  /** Documents that were removed before. */
  removed: number;
}

export interface ImportReport {
  readonly types: readonly TypeReport[];
  rows: number;
  links: number;
  /** Links to documents that are neither in the archive nor here. */
  lostLinks: number;
  files: number;
  /** Names of objects that could not be stored after the commit. */
  readonly lostFiles: string[];
  settings: number;
  /** Rows of plugins' own tables, by part. */
  tables: Readonly<Record<string, number>>;
  readonly notes: string[];
}

export const typeReport = (uid: string): TypeReport => ({
  uid,
  read: 0,
  added: 0,
  replaced: 0,
  kept: 0,
  removed: 0,
});

export function reportLines({
  types,
  rows,
  links,
  lostLinks,
  files,
  lostFiles,
  settings,
  tables,
  notes,
}: ImportReport): string[] {
  const lines = types.map(({ uid, read, added, replaced, kept, removed }) => {
    const counts = [
      `${read} documents`,
      `${added} added`,
      ...(replaced > 0 ? [`${replaced} replaced`] : []),
      ...(kept > 0 ? [`${kept} kept`] : []),
      ...(removed > 0 ? [`${removed} removed before`] : []),
    ];
    return `${uid}: ${counts.join(', ')}`;
  });
  const lost = lostLinks > 0 ? [`Links to documents that do not exist: ${lostLinks}; they were removed`] : [];
  const bytes =
    lostFiles.length > 0
      ? [
          `The documents are written, but the storage refused the bytes of ${lostFiles.join(', ')}; import again with --merge --source-wins`,
        ]
      : [];
  return [
    ...lines,
    ...Object.entries(tables).map(([group, count]) => `${group}: ${count} rows of plugins`),
    `${rows} rows, ${links} links, ${files} files, ${settings} settings`,
    ...lost,
    ...bytes,
    ...notes,
  ];
}
