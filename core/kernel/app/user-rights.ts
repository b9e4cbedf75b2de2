// The service USER_RIGHTS: the permissions that a user has now. A plugin that manages users provides it. A plugin that acts for
// a user later calls it, for example for a token that the user created.
import { token } from '../registry/container';

/** Whether the user has an action without a rule. The same function as long as the permissions are unchanged. */
export type HasAction = (action: string) => boolean;

export interface UserRights {
  /**
   * `id` is the id of the Principal. `since` is a time in milliseconds at which the user existed.
   * null: the user does not exist, was created after `since`, or may not log in.
   */
  of(id: string, since: number): HasAction | null | Promise<HasAction | null>;
}

export const USER_RIGHTS = token<UserRights>('user-rights');
