// The configuration of the plugin.
import { check, described, section } from '../../core';

export interface StrapiConfig {
  readonly dir: string;
}

export const strapiConfig = section({
  dir: described(
    'The folder of the Strapi project, from the application folder.',
    check.optional(check.string({ min: 1 }), '.'),
  ),
});
