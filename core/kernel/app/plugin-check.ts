// Checks the object that a plugin's module exports.
import { array, boolean, callable, optional, record, string } from '../check/checks';
import { aCheck, part } from '../check/part';

const text = string({ min: 1 });
const names = optional(array(text));

export const pluginCheck = part(
  {
    name: string({
      pattern: /^[a-z0-9@][a-z0-9@/._-]*$/,
      expected: 'a name of lower-case letters, digits and dashes',
    }),
    dependencies: names,
    after: names,
    provides: optional(
      part({
        attributes: names,
        options: names,
        pluginOptions: names,
        operations: names,
        actions: names,
        commands: names,
      }),
    ),
    handlesAnonymous: optional(boolean()),
    config: optional(aCheck),
    remedies: optional(record(text)),
    readsFile: optional(callable()),
    applicationFrom: optional(callable()),
    register: callable(),
    members: optional(callable()),
    boot: optional(callable()),
    shutdown: optional(callable()),
  },
  { open: true },
);
