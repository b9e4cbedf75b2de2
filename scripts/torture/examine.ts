// The doctor's word on the database of an application, as lines; none: it is healthy.
import type { Kernel } from '../../core';
import { diagnose } from '../../core/doctor/diagnose';

const log = { info: () => undefined, warn: () => undefined };

export async function examine(kernel: Kernel): Promise<string[]> {
  const { checks } = await diagnose(kernel.database, kernel.schema, { log });
  return checks.flatMap(({ name, places }) =>
    places.map(
      ({ where, found, examples }) => `doctor, ${name}: ${where}, ${found} found: ${examples.join('; ')}`,
    ),
  );
}
