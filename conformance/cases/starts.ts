// What a separate start of a case asks of the suite. A suite that starts no deployments itself leaves out these cases.
import type { Capability } from '../spec/row';
import type { Case, Deployment } from './case';

export function startNeeds({ deploy, refuses }: Pick<Case, 'deploy' | 'refuses'>): readonly Capability[] {
  const needs: Capability[] = [];
  for (let start: Deployment | undefined = deploy ?? refuses; start; start = start.before)
    needs.push(
      start.production ? 'production' : 'config',
      ...(start.files ? ['files'] : []),
      ...(start.extension === undefined ? [] : ['extension']),
    );
  return needs;
}
