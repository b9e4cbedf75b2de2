// See the admin as another role. The server answers reads as for the role, and refuses writes. It lasts until this tab is closed.
import { signal } from '@preact/signals';
import { path } from './place';

export interface SeenRole {
  readonly id: number;
  readonly name: string;
}

const KEY = 'quire-as-role';

function remembered(): SeenRole | null {
  const { id, name } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<SeenRole>;
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null;
}

export const asRole = signal(remembered());

/** null: as oneself. */
export function seeAs(role: SeenRole | null): void {
  asRole.value = role;
  if (role) sessionStorage.setItem(KEY, JSON.stringify({ id: role.id, name: role.name }));
  else sessionStorage.removeItem(KEY);
}

/** With a new page: what was read as another role is forgotten. */
export function openAs(role: SeenRole | null): void {
  seeAs(role);
  location.assign(path);
}
