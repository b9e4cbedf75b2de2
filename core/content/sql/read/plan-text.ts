// A plan as a text that is equal in all processes with the same code and schema: its statements, and how rows become documents.
import type { Statement } from '../../../database/database';
import type { RootPlan } from '../compile/plan-types';

export const textOfPlan = (plan: RootPlan): string =>
  JSON.stringify(plan, (_key, value: unknown) => {
    if (value instanceof Map) return [...value];
    return isStatement(value) ? value.sql : value;
  });

/** Its name is a number of this process. */
const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'sql' in value && 'name' in value;
