// The configuration of the plugin.
import { check, described, type Infer, section } from '../../core';

const { boolean, oneOf, optional } = check;

export const tracingConfig = section({
  incoming: described(
    'What the header `traceparent` of a client does: `link` starts a new trace that names that of the client, `parent` continues it, `ignore` drops it.',
    optional(oneOf('link', 'parent', 'ignore'), 'link'),
  ),
  statements: described(
    'Whether spans have the text of statements. It has no values.',
    optional(boolean(), true),
  ),
});

export type TracingConfig = Infer<typeof tracingConfig>;
