// The parts of a foreign content type that the reading cases need.

/** relations: to-many. other: the suite asks nothing about it. */
export type LearnedKind = 'text' | 'number' | 'moment' | 'boolean' | 'relation' | 'relations' | 'other';

export interface LearnedType {
  /** Below the prefix: `articles`. */
  readonly path: string;
  readonly isSingle: boolean;
  readonly attributes: Readonly<Record<string, LearnedKind>>;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
