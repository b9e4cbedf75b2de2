// Checks an update that adds a locale to a document. The update needs the permission `createLocalization`,
// and with `strictLocaleFields` it must not contain shared values.
import { coreErrors, type WriteAction } from '../../core';
import { localeErrors } from './errors';
import { LOCALE } from './locale-axis';

export const createLocalizationAction = (uid: string): string => `${uid}.createLocalization`;

export function checkNewLocale(action: WriteAction, isStrict: boolean): void {
  const { type, rows, target, visibility } = action;
  const locale = target[LOCALE];
  if (action.operation !== 'update' || locale === undefined || rows.length === 0) return;
  if (rows.some(({ axes }) => axes[LOCALE] === locale)) return;
  const permission = createLocalizationAction(type.uid);
  if (!visibility.allows(permission)) throw coreErrors.ACCESS_FORBIDDEN(visibility.hint?.(permission));
  if (!isStrict) return;
  const shared = type.axes.find(({ axis }) => axis.name === LOCALE)?.shared;
  const names = keysOf(action.values()).filter((name) => shared?.has(name));
  if (names.length > 0) throw localeErrors.SHARED_IN_NEW_LOCALE(locale, names);
}

const keysOf = (values: object): string[] =>
  Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [key]));
