// All kinds of attacks, in the order of a run.
import type { Kind } from '../attack';
import { accountSecrets } from './account-secrets';
import { admin } from './admin';
import { enumeration } from './enumeration';
import { foreignFiles } from './foreign-files';
import { forgedIdentities } from './forged-identities';
import { hiddenValues } from './hidden-values';
import { limits } from './limits';
import { lostWrites } from './lost-writes';
import { malformed } from './malformed';
import { massAssignment } from './mass-assignment';
import { multiplied } from './multiplied';
import { oracles } from './oracles';
import { parsers } from './parsers';
import { passkeys } from './passkeys';
import { races } from './races';
import { signIn } from './sign-in';
import { sockets } from './sockets';
import { subscriptions } from './subscriptions';
import { tokenLife } from './token-life';
import { upgrades } from './upgrades';
import { uploads } from './uploads';

export const KINDS: readonly Kind[] = [
  oracles,
  massAssignment,
  tokenLife,
  accountSecrets,
  signIn,
  forgedIdentities,
  passkeys,
  admin,
  enumeration,
  limits,
  multiplied,
  malformed,
  sockets,
  parsers,
  races,
  lostWrites,
  uploads,
  foreignFiles,
  upgrades,
  subscriptions,
  hiddenValues,
];
