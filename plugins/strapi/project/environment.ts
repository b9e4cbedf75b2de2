// The variables of `.env` in `process.env`, where code of Strapi and its packages read them.
import type { App } from '../../../core';

/** Variables that the process has already stay. Returns a function that removes the others again. */
export function offerVariables(variables: App['variables']): () => void {
  const added = Object.entries(variables).filter(([name]) => process.env[name] === undefined);
  for (const [name, value] of added) process.env[name] = value;
  return () => {
    for (const [name] of added) delete process.env[name];
  };
}
