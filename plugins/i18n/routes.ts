// The routes of locales. The list is a bare array, as in the peer.
import { check, type RouteDefinition, route } from '../../core';
import { LOCALE_CODE, LOCALE_NAME } from './config';
import type { Locales } from './locales';

const TAGS = ['Locales'];
const action = (verb: string): string => `plugin::i18n.locales.${verb}`;

export function localeRoutes(locales: Locales, prefix: string): readonly RouteDefinition[] {
  const base = `${prefix}/i18n/locales`;
  const one = `${base}/:locale` as const;
  const nameCheck = check.string(LOCALE_NAME);
  return [
    route({
      method: 'GET',
      path: base,
      action: action('listLocales'),
      summary: 'Lists the locales',
      tags: TAGS,
      handler: async ({ visibility }) => ({ json: await locales.list(visibility) }),
    }),
    route({
      method: 'POST',
      path: base,
      action: action('createLocale'),
      summary: 'Adds a locale',
      tags: TAGS,
      body: 'json',
      checks: {
        body: check.object({
          code: check.string({ ...LOCALE_CODE, expected: 'a code like "en" or "pt-BR"' }),
          name: check.optional(nameCheck),
          isDefault: check.optional(check.boolean()),
        }),
      },
      handler: async ({ visibility }, { body }) => ({
        status: 201,
        json: await locales.create(body, visibility),
      }),
    }),
    route({
      method: 'PUT',
      path: one,
      action: action('updateLocale'),
      summary: 'Renames a locale, given by its code, id or documentId',
      tags: TAGS,
      body: 'json',
      checks: { body: check.object({ name: nameCheck }) },
      handler: async ({ visibility }, { params, body }) => ({
        json: await locales.rename(params.locale, body.name, visibility),
      }),
    }),
    route({
      method: 'POST',
      path: `${one}/actions/set-default`,
      action: action('setDefaultLocale'),
      summary: 'Makes a locale the default locale',
      tags: TAGS,
      handler: async ({ visibility }, { params }) => ({
        json: await locales.setDefault(params.locale, visibility),
      }),
    }),
    route({
      method: 'DELETE',
      path: one,
      action: action('deleteLocale'),
      summary: 'Removes a locale; with force=true also its rows of all documents',
      tags: TAGS,
      handler: async ({ query, visibility }, { params }) => {
        await locales.remove(params.locale, { force: query.force === 'true' }, visibility);
        return { status: 204 };
      },
    }),
  ];
}
