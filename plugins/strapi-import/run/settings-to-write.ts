// Settings that Strapi keeps in its database and that are configuration here. The report shows the lines to write; it never shows secrets,
// such as those of login providers.

import { check } from '../../../core';
import type { Source } from '../source/source';

const ADVANCED = 'plugin_users-permissions_advanced';

export function settingsToWrite({ settings }: Source): string[] {
  const advanced = settings.get(ADVANCED);
  if (!check.isPlainObject(advanced)) return [];
  const {
    allow_register,
    default_role,
    email_confirmation,
    email_confirmation_redirection,
    email_reset_password,
  } = advanced;
  const register = {
    ...(allow_register === false ? { enabled: false } : {}),
    ...(typeof default_role === 'string' && default_role !== 'authenticated' ? { role: default_role } : {}),
    ...(email_confirmation === true ? { emailConfirmation: true } : {}),
  };
  const urls = {
    ...page('confirmed', email_confirmation_redirection),
    ...page('resetPassword', email_reset_password),
  };
  const config = {
    ...(Object.keys(register).length > 0 ? { register } : {}),
    ...(Object.keys(urls).length > 0 ? { urls } : {}),
  };
  return Object.keys(config).length === 0
    ? []
    : [`Write in config/plugins: ${JSON.stringify({ 'users-permissions': { config } })}`];
}

const page = (name: string, address: unknown): Readonly<Record<string, string>> =>
  typeof address === 'string' && address !== '' ? { [name]: address } : {};
