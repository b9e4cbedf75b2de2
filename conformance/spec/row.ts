// A row of the specification, and the table format of rows. It does not know how a row is checked.

/** must: the spec states it. should: the spec only shows it. may: permitted. open: left open; recorded, never a failure. */
export const LEVELS = ['must', 'should', 'may', 'open'] as const;
export type Level = (typeof LEVELS)[number];

/** spec: for every deployment. quire: our own decisions. */
export const PROFILES = ['spec', 'quire'] as const;
export type Profile = (typeof PROFILES)[number];

/** Capabilities that a row needs. Every row needs REST with the content types of the suite. */
export const CAPABILITIES = {
  drafts: 'draft and publish',
  i18n: 'locales en, fr and de',
  auth: 'users, roles and permissions',
  tokens: 'API tokens',
  upload: 'the media library',
  formats: 'formats of images (an application needs the package sharp)',
  graphql: 'the GraphQL endpoint',
  aggregates: 'aggregates in GraphQL',
  sandbox: 'the GraphQL sandbox',
  array: 'an attribute of the type array',
  openapi: 'the OpenAPI document',
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
  /** The source: `L156` of the spec, a heading of the decisions, or `suite`: a request that tells whether a feature is there. */
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

/** One row per line: `id | where | level | needs, or - | sentence`. */
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
    throw new Error(
      `${head.section}: "${line}" is not a row; expected "id | where | level | needs | sentence"`,
    );
  return { ...head, id, at, level, needs: needs === '-' ? [] : needs.split(' '), says };
}

const isLevel = (text: string): text is Level => (LEVELS as readonly string[]).includes(text);
