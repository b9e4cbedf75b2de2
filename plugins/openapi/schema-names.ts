// Names of schemas: `Article`, `ComponentSharedSeo`. Two models never share a name.
import type { AnyModel } from '../../core';

export const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

export function modelName(model: AnyModel): string {
  if (model.model === 'component') return `Component${pascal(model.uid)}`;
  const [, plugin = '', own = ''] = /^(?:api|plugin)::([^.]+)\.(.+)$/.exec(model.uid) ?? [];
  if (model.uid.startsWith('api::') && plugin === own) return pascal(own);
  return pascal(model.uid.replace(/^plugin::/, ''));
}

export const inputName = (model: AnyModel): string => `${modelName(model)}Input`;
export const filtersName = (model: AnyModel): string => `${modelName(model)}Filters`;

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
