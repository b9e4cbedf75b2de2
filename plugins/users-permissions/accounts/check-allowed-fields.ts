// Checks `register.allowedFields` at startup: each must be a writable attribute that the application added to users.
import { type Mistake, type Schema, StartupError } from '../../../core';
import type { UsersPermissionsConfig } from '../config';
import { PROTECTED } from '../content-types';
import { USER } from '../types';

export function checkAllowedFields(schema: Schema, { register }: UsersPermissionsConfig): void {
  const type = schema.types.get(USER);
  const own = [...(type?.attributes.values() ?? [])].filter(
    ({ name, writable }) => writable && !PROTECTED.has(name),
  );
  const mistakes = register.allowedFields.flatMap((name): Mistake[] => {
    if (own.some((attribute) => attribute.name === name)) return [];
    const message = PROTECTED.has(name)
      ? `users must not set "${name}" themselves; remove it`
      : `a user has no writable attribute "${name}"; available: ${own.map((attribute) => attribute.name).join(', ') || 'none'}`;
    return [{ where: 'config/plugins', at: 'users-permissions.config.register.allowedFields', message }];
  });
  if (mistakes.length > 0) throw new StartupError('Registration is misconfigured:', mistakes);
}
