// The application's own attributes of a user: which of them people may set themselves, checked at the start.
import { type Mistake, type Schema, StartupError } from '../../core';
import type { UsersPermissionsConfig } from './config';
import { PROTECTED } from './content-types';
import { USER } from './types';

export function checkOwnAttributes(schema: Schema, { register }: UsersPermissionsConfig): void {
  const type = schema.types.get(USER);
  const own = [...(type?.attributes.values() ?? [])].filter(
    ({ name, writable }) => writable && !PROTECTED.has(name),
  );
  const mistakes = register.allowedFields.flatMap((name): Mistake[] => {
    if (own.some((attribute) => attribute.name === name)) return [];
    const message = PROTECTED.has(name)
      ? `"${name}" is not for people to set themselves; leave it out`
      : `a user has no attribute "${name}" that can be written; own ones: ${own.map((attribute) => attribute.name).join(', ') || 'none'}`;
    return [{ where: 'config/plugins', at: 'users-permissions.config.register.allowedFields', message }];
  });
  if (mistakes.length > 0) throw new StartupError('Registration cannot be set up:', mistakes);
}
