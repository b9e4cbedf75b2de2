// Detects the capabilities of a deployment without a declaration: a capability is available when its case passes.
import { capabilityCases } from '../cases/capabilities';
import type { Capability } from '../spec/row';
import type { Ability, Target } from '../target/target';
import type { Client } from '../wire/client';
import type { Failure } from './case-work';
import { performCase } from './perform-case';

export async function detect(
  target: Target,
  names: readonly Capability[],
  client: Client,
): Promise<Map<Capability, Ability>> {
  const found = new Map<Capability, Ability>();
  for (const name of names) found.set(name, await abilityOf(name, target, client));
  return found;
}

async function abilityOf(name: Capability, target: Target, client: Client): Promise<Ability> {
  if (name === 'tokens' && (!target.tokens.full || !target.tokens['read-only']))
    return { on: false, because: 'needs --token and --token-read-only' };
  const probe = capabilityCases.find(({ rows }) => rows.includes(`capabilities.${name}`));
  if (!probe) throw new Error(`There is no case for the capability ${name}.`);
  const { failure } = await performCase(probe, target, client);
  return failure
    ? { on: false, because: reasonOf(failure), undeclared: true }
    : { on: true, because: 'it answered' };
}

function reasonOf({ message, path, expected, received, exchange }: Failure): string {
  if (!exchange?.answer) return message;
  const { request, answer } = exchange;
  const where = new URL(request.url);
  const sent = `${request.method} ${where.pathname}${where.search} answered ${answer.status}`;
  return path === 'status'
    ? sent
    : `${sent}; ${path} is ${JSON.stringify(received) ?? 'absent'}, not ${JSON.stringify(expected)}`;
}
