// The versions of a document as the plugin `history` describes them. A form saves itself every few seconds: such saves are one group.

export interface Version {
  readonly id: number;
  readonly at: string;
  readonly operation: string;
  readonly by: { readonly kind: string; readonly id: string | null; readonly label: string } | null;
  readonly published: boolean;
  /** Paths, such as `sections.0.text`. */
  readonly changed: readonly string[];
}

export interface VersionPage {
  readonly data: readonly Version[];
  readonly meta: { readonly pagination: { readonly page: number; readonly pageCount: number } };
}

/** The newest first, as the page has them. */
export type Group = readonly [Version, ...Version[]];

/** Milliseconds from the first to the last save of a group. */
const CLOSE = 600_000;

export function groupsOf(versions: readonly Version[]): readonly Group[] {
  const groups: [Version, ...Version[]][] = [];
  for (const version of versions) {
    const group = groups.at(-1);
    if (group && belongs(version, group)) group.push(version);
    else groups.push([version]);
  }
  return groups;
}

/** A save that was published stands alone, or begins a group. */
const belongs = ({ operation, by, published, at }: Version, [newest]: Group): boolean =>
  operation === 'update' &&
  newest.operation === 'update' &&
  !published &&
  by !== null &&
  by.kind === newest.by?.kind &&
  by.id === newest.by.id &&
  Date.parse(newest.at) - Date.parse(at) <= CLOSE;

/** `sections.0.text` → `sections` */
export const attributesIn = (versions: readonly Version[]): readonly string[] => [
  ...new Set(versions.flatMap(({ changed }) => changed.map((path) => path.split('.')[0] ?? path))),
];
