// What a row of the specification is, and the table text that rows are written in. It knows nothing of how a row is checked.

/** must: the spec states it. should: it only shows it. may: permitted. open: left open; recorded, never failing. */
export const LEVELS = ['must', 'should', 'may', 'open'] as const;
export type Level = (typeof LEVELS)[number];

/** spec: by which any deployment is judged. quire: what our own decisions add or change. */
export const PROFILES = ['spec', 'quire'] as const;
export type Profile = (typeof PROFILES)[number];

/** What a deployment must have before a row can be asked of it; REST with the suite's content types goes without saying. */
export const CAPABILITIES = {
  drafts: 'draft and publish',
  i18n: 'locales en, fr and de',
  auth: 'users, roles and permissions',
  tokens: 'API tokens',
  upload: 'the media library',
  graphql: 'the GraphQL endpoint',
  aggregates: 'aggregates in GraphQL',
  sandbox: 'the GraphQL sandbox',
  array: 'an attribute of the type array',
  config: 'a start with another configuration',
  production: 'a start as production',
  files: 'a start with other schema files',
  extension: 'a start with a GraphQL extension',
} as const;
export type Capability = string;

export interface Row {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly profile: Profile;
  /** Where it is written: `L156` of the spec, or a heading of the decisions. */
  readonly at: string;
  readonly level: Level;
  readonly needs: readonly Capability[];
  readonly says: string;
}

export interface SectionHead {
  readonly section: string;
  readonly title: string;
  readonly profile: Profile;
}

/** One row per line: `id | where | level | needs, or - | what must hold`. */
export function rowsOf(head: SectionHead, table: string): Row[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => rowOf(head, line));
}

function rowOf(head: SectionHead, line: string): Row {
  const [id = '', at = '', level = '', needs = '', ...rest] = line.split(' | ').map((cell) => cell.trim());
  const says = rest.join(' | ');
  if (!isLevel(level) || id === '' || says === '')
    throw new Error(`${head.section}: "${line}" is no row; expected "id | where | level | needs | sentence"`);
  return { ...head, id, at, level, needs: needs === '-' ? [] : needs.split(' '), says };
}

const isLevel = (text: string): text is Level => (LEVELS as readonly string[]).includes(text);
