// Runs the doctor with the checks of plugins. Returns one line per fault; with `fix` it repairs what it can.
import { diagnose } from '../content/doctor/diagnose';
import type { Kernel } from '../kernel/app/app';

const log = { info: () => undefined, warn: () => undefined };

export async function examine(
  { database, schema, hooks, doctor }: Pick<Kernel, 'database' | 'schema' | 'hooks' | 'doctor'>,
  fix = false,
): Promise<string[]> {
  const { tables } = hooks.schema;
  const { checks } = await diagnose(database, schema, {
    log,
    extend: tables.isUsed() ? (specs) => tables.call(specs, schema) : undefined,
    checks: doctor,
    fix,
  });
  return checks.flatMap(({ name, places }) =>
    places.map(
      ({ where, found, examples }) => `doctor, ${name}: ${where}, ${found} found: ${examples.join('; ')}`,
    ),
  );
}
