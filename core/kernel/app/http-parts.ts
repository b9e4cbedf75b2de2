// Headers and security schemes that plugins add: CORS lets pages use the headers, and OpenAPI describes both.

import type { JsonSchema } from '../check/check';
import { anything, callable, oneOf, optional, record, string } from '../check/checks';
import { part } from '../check/part';
import type { RouteDefinition } from '../http/routes/route';
import { Registry } from '../registry/registry';

export interface HeaderPart {
  /** `X-Tenant` */
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /** `request`: pages of other origins may send it. `response`: they may read it. */
  readonly in: 'request' | 'response';
  /** The routes that OpenAPI shows with the header. Absent: all of them. */
  on?(route: RouteDefinition): boolean;
  /** Absent: a text. */
  readonly openapi?: JsonSchema;
}

/** Another way to send credentials: one that a tap of `request.authenticate` recognises. */
export interface SecurityScheme {
  /** `tenantKey` */
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /** A security scheme of OpenAPI: `{ type: 'apiKey', in: 'header', name: 'X-Tenant-Key' }`. */
  readonly openapi: JsonSchema;
}

const text = string({ min: 1 });

export const createHeaderRegistry = (): Registry<HeaderPart> =>
  new Registry('header', {
    names: (name) => (/^[A-Za-z0-9-]+$/.test(name) ? undefined : 'expected a name like "X-Tenant"'),
    check: part({
      name: text,
      description: text,
      in: oneOf('request', 'response'),
      on: optional(callable()),
      openapi: optional(record(anything())),
    }),
    returns: { on: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' } },
  });

export const createSecuritySchemeRegistry = (): Registry<SecurityScheme> =>
  new Registry('security scheme', {
    names: (name) =>
      /^[A-Za-z0-9._-]+$/.test(name) && name !== 'bearer'
        ? undefined
        : 'expected a name of letters and digits, other than "bearer"',
    check: part({ name: text, description: text, openapi: record(anything()) }),
  });
