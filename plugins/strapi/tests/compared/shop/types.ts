// The content types and components of the project "shop".

import type { Files } from '../../project';
import { typeFile } from '../../project';
import { component } from '../project-files';

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});
const localized = { pluginOptions: { i18n: { localized: true } } };
const drafts = { options: { draftAndPublish: true } };
const media = (more: object = {}) => ({ type: 'media', allowedTypes: ['images', 'files'], ...more });

const USER = 'plugin::users-permissions.user';

const shopTypes: Files = {
  ...typeFile('category', 'categories', {
    name: { type: 'string', required: true, unique: true },
    slug: { type: 'uid' },
    position: { type: 'integer', default: 0 },
    parent: relation('manyToOne', 'api::category.category', { inversedBy: 'children' }),
    children: relation('oneToMany', 'api::category.category', { mappedBy: 'parent' }),
    products: relation('manyToMany', 'api::product.product', { mappedBy: 'categories' }),
  }),
  ...typeFile('brand', 'brands', {
    name: { type: 'string', required: true, unique: true, minLength: 2 },
    country: { type: 'enumeration', enum: ['DE', 'FR', 'US'], default: 'DE' },
    contact: { type: 'email', private: true },
    products: relation('oneToMany', 'api::product.product', { mappedBy: 'brand' }),
  }),
  ...typeFile(
    'product',
    'products',
    {
      name: { type: 'string', required: true, ...localized },
      slug: { type: 'string' },
      description: { type: 'text', ...localized },
      sku: { type: 'string', unique: true, regex: '^[A-Z]{2}-\\d{3}$' },
      price: { type: 'decimal', required: true, min: 0 },
      stock: { type: 'integer', default: 5 },
      featured: { type: 'boolean', default: false },
      margin: { type: 'float', private: true },
      attributes: { type: 'json' },
      images: media({ multiple: true }),
      seo: { type: 'component', component: 'shared.seo', ...localized },
      variants: { type: 'component', component: 'shop.variant', repeatable: true },
      categories: relation('manyToMany', 'api::category.category', { inversedBy: 'products' }),
      brand: relation('manyToOne', 'api::brand.brand', { inversedBy: 'products' }),
      reviews: relation('oneToMany', 'api::review.review', { mappedBy: 'product' }),
    },
    { ...drafts, ...localized },
  ),
  ...typeFile('review', 'reviews', {
    rating: { type: 'integer', required: true, min: 1, max: 5 },
    comment: { type: 'text', maxLength: 200 },
    approved: { type: 'boolean', default: false },
    product: relation('manyToOne', 'api::product.product', { inversedBy: 'reviews' }),
    author: relation('manyToOne', USER),
  }),
  ...typeFile('coupon', 'coupons', {
    code: { type: 'string', required: true, unique: true },
    percent: { type: 'integer', min: 1, max: 90 },
    used: { type: 'integer', default: 0 },
    active: { type: 'boolean', default: true },
    expiresAt: { type: 'datetime' },
  }),
  ...typeFile('order', 'orders', {
    number: { type: 'string', unique: true },
    state: { type: 'enumeration', enum: ['pending', 'paid', 'shipped', 'cancelled'], default: 'pending' },
    lines: { type: 'component', component: 'shop.line', repeatable: true },
    address: { type: 'component', component: 'shop.address', required: true },
    total: { type: 'decimal' },
    placedOn: { type: 'date' },
    remarks: { type: 'text', private: true },
    coupon: relation('manyToOne', 'api::coupon.coupon'),
    customer: relation('manyToOne', USER, { inversedBy: 'orders' }),
  }),
};

const blogTypes: Files = {
  ...typeFile('author', 'authors', {
    name: { type: 'string', required: true },
    email: { type: 'email', unique: true },
    avatar: media(),
    articles: relation('oneToMany', 'api::article.article', { mappedBy: 'author' }),
  }),
  ...typeFile(
    'article',
    'articles',
    {
      title: { type: 'string', required: true, minLength: 3, maxLength: 60 },
      slug: { type: 'uid' },
      excerpt: { type: 'text' },
      views: { type: 'integer', default: 0 },
      readingTime: { type: 'integer' },
      tags: { type: 'json' },
      cover: media(),
      author: relation('manyToOne', 'api::author.author', { inversedBy: 'articles' }),
      related: relation('oneToMany', 'api::article.article'),
      blocks: { type: 'dynamiczone', components: ['shared.rich-text', 'shared.quote', 'shared.products'] },
    },
    drafts,
  ),
  ...typeFile('comment', 'comments', {
    content: { type: 'text', required: true },
    ip: { type: 'string', private: true },
    hidden: { type: 'boolean', default: false },
    article: relation('oneToOne', 'api::article.article'),
    author: relation('oneToOne', USER),
  }),
  ...typeFile('activity', 'activities', {
    action: { type: 'string' },
    model: { type: 'string' },
    payload: { type: 'json' },
  }),
  'src/api/home/content-types/home/schema.json': JSON.stringify({
    kind: 'singleType',
    collectionName: 'homes',
    info: { singularName: 'home', pluralName: 'homes', displayName: 'home' },
    attributes: {
      title: { type: 'string' },
      seo: { type: 'component', component: 'shared.seo' },
      featured: relation('oneToMany', 'api::product.product'),
    },
  }),
};

const components: Files = {
  ...component('shared.seo', {
    metaTitle: { type: 'string', required: true, maxLength: 60 },
    metaDescription: { type: 'text' },
    noIndex: { type: 'boolean', default: false },
  }),
  ...component('shared.rich-text', { body: { type: 'richtext' } }),
  ...component('shared.quote', { text: { type: 'text', required: true }, by: { type: 'string' } }),
  ...component('shared.products', {
    title: { type: 'string' },
    products: relation('oneToMany', 'api::product.product'),
  }),
  ...component('shop.variant', {
    name: { type: 'string', required: true },
    price: { type: 'decimal' },
    options: { type: 'json' },
  }),
  ...component('shop.line', {
    name: { type: 'string' },
    quantity: { type: 'integer', required: true, min: 1 },
    price: { type: 'decimal' },
    product: relation('oneToOne', 'api::product.product'),
  }),
  ...component('shop.address', {
    street: { type: 'string', required: true },
    city: { type: 'string', required: true },
    country: { type: 'string', default: 'DE' },
  }),
};

export const types: Files = { ...shopTypes, ...blogTypes, ...components };
