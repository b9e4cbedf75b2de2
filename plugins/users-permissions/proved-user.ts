// The user of a login, from its proof to its tokens.

/** A user at the moment of a proof, such as of a password. Tokens belong to this epoch, so a new password that comes later ends them. */
export interface ProvedUser {
  readonly id: number;
  /** See Account.tokenEpoch. */
  readonly tokenEpoch: string | null;
}
