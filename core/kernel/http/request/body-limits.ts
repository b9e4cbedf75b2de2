// The limits of request bodies, in bytes.
export interface BodyLimits {
  /** Bytes of a JSON or form body. */
  readonly json: number;
  /** Bytes of one file. */
  readonly file: number;
  readonly files: number;
  /** Bytes of all files of a request. Absent: `file` × `files`. */
  readonly request?: number | undefined;
  /** Bytes of all text fields of a multipart body. */
  readonly fields: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = {
  json: 1_048_576,
  file: 209_715_200,
  files: 100,
  fields: 1_048_576,
};
