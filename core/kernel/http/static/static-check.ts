// Checks the static folders that plugins serve. static-folder.ts looks whether the folder exists.
import { array, callable, optional, record, string } from '../../check/checks';
import { nullable, part, reference } from '../../check/part';

const text = string({ min: 1 });

export const staticCheck = part({
  path: text,
  folder: text,
  index: optional(nullable(text)),
  fallback: optional(text),
  immutable: optional(part({ test: callable(), flags: string() }, { open: true })),
  cacheControl: optional(text),
  headers: optional(record(string())),
  action: optional(nullable(text)),
  policies: optional(array(reference)),
  middlewares: optional(array(reference)),
  summary: optional(string()),
  link: optional(text),
});
