// Titles of types, also of those that the content model of the page leaves out.
import { type Message, msg, t } from '../i18n/translate';
import { FILE } from './files';
import { known, typeOf } from './model';
import { USER } from './users';

export const ROLE = 'plugin::users-permissions.role';

const OTHERS: Readonly<Record<string, Message>> = {
  [USER]: msg('User'),
  [ROLE]: msg('Role'),
  'plugin::users-permissions.permission': msg('Permission'),
  'plugin::api-tokens.token': msg('API token'),
  [FILE]: msg('File'),
  'plugin::upload.folder': msg('Folder'),
};

export function titleOfType(uid: string): string {
  const other = Object.hasOwn(OTHERS, uid) ? OTHERS[uid] : undefined;
  return typeOf(uid)?.title ?? (other ? t(other) : uid);
}

export const allTypes = (): readonly string[] => [
  ...known().types.map(({ uid }) => uid),
  ...Object.keys(OTHERS),
];
