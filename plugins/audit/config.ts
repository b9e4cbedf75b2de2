// The configuration of the plugin.
import { check, described, type Infer, secret, section } from '../../core';

const { array, boolean, integer, optional, string } = check;

export const auditConfig = section({
  secret: described(
    'A key of the hash chain, at least 16 characters, from the environment. Without it, a person who can write to the database can compute the chain anew.',
    optional(secret()),
  ),
  keepDays: described(
    'Days for which entries are kept; 0: for ever.',
    optional(integer({ min: 0, max: 36_500 }), 365),
  ),
  actions: described(
    'Record every request that writes with an action of a plugin, such as a change of settings.',
    optional(boolean(), true),
  ),
  ignore: described(
    'Uids of content types whose documents are not recorded.',
    optional(array(string({ min: 1 }), { distinct: true }), []),
  ),
  valueLength: described(
    'The number of characters of JSON after which the value of an attribute is not stored, only its length.',
    optional(integer({ min: 10, max: 1_000_000 }), 2_000),
  ),
});

export type AuditConfig = Infer<typeof auditConfig>;
