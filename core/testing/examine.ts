// The doctor's word on the database of a running application, checks of its plugins included, as lines; none: it is healthy.
import { diagnose } from '../doctor/diagnose';
import type { Kernel } from '../kernel/kernel-surface';

const log = { info: () => undefined, warn: () => undefined };

export async function examine({ database, schema, hooks, doctor }: Kernel): Promise<string[]> {
  const { tables } = hooks.schema;
  const { checks } = await diagnose(database, schema, {
    log,
    extend: tables.isUsed() ? (specs) => tables.call(specs, schema) : undefined,
    checks: doctor.all(),
  });
  return checks.flatMap(({ name, places }) =>
    places.map(
      ({ where, found, examples }) => `doctor, ${name}: ${where}, ${found} found: ${examples.join('; ')}`,
    ),
  );
}
