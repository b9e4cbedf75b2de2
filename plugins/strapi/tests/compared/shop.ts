// A shop with a blog, in TypeScript, in the style of public projects.
import type { ComparedProject } from './compared-project';
import { blog } from './shop/blog';
import { orders } from './shop/orders';
import { products } from './shop/products';
import { requests } from './shop/requests';
import { steps } from './shop/steps';
import { types } from './shop/types';
import { users } from './shop/users';

export const shop: ComparedProject = {
  name: 'shop',
  files: { ...types, ...products, ...orders, ...blog, ...steps, ...users },
  middlewares: { 'global::envelope': { name: 'acme' }, 'global::maintenance': {} },
  headers: ['content-type', 'content-disposition', 'retry-after', 'x-shop', 'x-total'],
  plugins: {
    upload: true,
    email: true,
    jobs: true,
    i18n: { config: { locales: ['en', 'fr'], defaultLocale: 'en' } },
  },
  requests,
};
