// Checks the static folders that plugins serve. static-folder.ts looks whether the folder exists.
import { types } from 'node:util';
import type { Check } from '../../check/check';
import { array, optional, record, string } from '../../check/checks';
import { nullable, part, reference } from '../../check/part';

const text = string({ min: 1 });
/** The source of a pattern that only fits paths with a slash at the beginning. */
const SLASH_FIRST = /^\^\\\/(?![?*{])[^|]*$/;
const EXAMPLE = 'such as /^assets\\//';

/** Of paths below the folder, such as `assets/main.js`. */
const pathPattern: Check<unknown> = {
  schema: {},
  parse(input, path, issues) {
    if (!types.isRegExp(input))
      issues.push({ path, message: `expected a regular expression ${EXAMPLE}`, value: input });
    else if (SLASH_FIRST.test(input.source))
      issues.push({
        path,
        message: `fits no path, because paths begin without a slash; write it ${EXAMPLE}`,
      });
    return input;
  },
};

export const staticCheck = part({
  path: text,
  folder: text,
  index: optional(nullable(text)),
  fallback: optional(text),
  immutable: optional(pathPattern),
  cacheControl: optional(text),
  headers: optional(record(string())),
  action: optional(nullable(text)),
  policies: optional(array(reference)),
  middlewares: optional(array(reference)),
  summary: optional(string()),
  link: optional(text),
});
