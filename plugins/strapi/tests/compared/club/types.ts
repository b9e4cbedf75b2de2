// Content types and components of the project "club".
import type { Files } from '../../project';
import { typeFile } from '../../project';
import { component } from '../project-files';

const USER = 'plugin::users-permissions.user';
const drafts = { options: { draftAndPublish: true } };
const localized = { pluginOptions: { i18n: { localized: true } } };
const relation = (kind: string, target: string, more: object = {}): object => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});

const single = (name: string, plural: string, attributes: object, more: object = {}): Files =>
  typeFile(name, plural, attributes, {
    kind: 'singleType',
    ...more,
  });

const components: Files = {
  ...component('shared.button', {
    text: { type: 'string', required: true },
    URL: { type: 'string' },
    target: { type: 'enumeration', enum: ['_blank', '_self'], default: '_self' },
    variant: { type: 'enumeration', enum: ['simple', 'primary'] },
  }),
  ...component('shared.social', {
    network: { type: 'enumeration', enum: ['x', 'mastodon'] },
    handle: { type: 'string' },
  }),
  ...component('shared.seo', {
    metaTitle: { type: 'string', required: true, maxLength: 60 },
    metaDescription: { type: 'string', minLength: 5 },
    structuredData: { type: 'json' },
    socials: { type: 'component', component: 'shared.social', repeatable: true },
  }),
  ...component('layout.navbar', {
    left_items: { type: 'component', component: 'shared.button', repeatable: true },
    cta: { type: 'component', component: 'shared.button' },
  }),
  ...component('layout.footer', {
    copyright: { type: 'string' },
    columns: { type: 'component', component: 'layout.column', repeatable: true, max: 2 },
  }),
  ...component('layout.column', {
    title: { type: 'string' },
    links: { type: 'component', component: 'shared.button', repeatable: true },
  }),
  ...component('blocks.hero', {
    heading: { type: 'string', required: true },
    buttons: { type: 'component', component: 'shared.button', repeatable: true },
  }),
  ...component('blocks.faq', {
    heading: { type: 'string' },
    faqs: relation('oneToMany', 'api::faq.faq'),
  }),
  ...component('blocks.events', {
    heading: { type: 'string' },
    events: relation('oneToMany', 'api::event.event'),
    layout: { type: 'enumeration', enum: ['grid', 'list'], default: 'grid' },
  }),
  ...component('blocks.text', { body: { type: 'richtext' } }),
  ...component('event.change', {
    at: { type: 'datetime' },
    from: { type: 'string' },
    to: { type: 'string' },
  }),
};

const site: Files = {
  ...single(
    'global',
    'globals',
    {
      site_name: { type: 'string', ...localized },
      navbar: { type: 'component', component: 'layout.navbar', ...localized },
      footer: { type: 'component', component: 'layout.footer', ...localized },
      seo: { type: 'component', component: 'shared.seo', ...localized },
    },
    localized,
  ),
  ...typeFile(
    'page',
    'pages',
    {
      title: { type: 'string', required: true, ...localized },
      slug: { type: 'string', regex: '^[a-z0-9-]*$', ...localized },
      order: { type: 'integer', default: 10 },
      seo: { type: 'component', component: 'shared.seo', ...localized },
      dynamic_zone: {
        type: 'dynamiczone',
        components: ['blocks.hero', 'blocks.faq', 'blocks.events', 'blocks.text'],
        ...localized,
      },
    },
    { ...drafts, ...localized },
  ),
  ...typeFile('faq', 'faqs', {
    question: { type: 'string', required: true },
    answer: { type: 'text' },
    secret_note: { type: 'text', private: true },
  }),
  ...typeFile('redirection', 'redirections', {
    source: { type: 'string', required: true, unique: true },
    destination: { type: 'string' },
    hits: { type: 'biginteger', default: '0' },
  }),
  ...typeFile(
    'post',
    'posts',
    {
      title: { type: 'string', required: true, minLength: 3 },
      slug: { type: 'uid', targetField: 'title' },
      old_slugs: { type: 'json' },
      content: { type: 'blocks' },
      excerpt: { type: 'text' },
      minutes: { type: 'integer' },
      likes: { type: 'integer', default: 0 },
      published_on: { type: 'date' },
      category: relation('manyToOne', 'api::category.category', { inversedBy: 'posts' }),
      related: relation('manyToMany', 'api::post.post', { inversedBy: 'relating' }),
      relating: relation('manyToMany', 'api::post.post', { mappedBy: 'related' }),
      writer: relation('manyToOne', USER),
    },
    drafts,
  ),
  ...typeFile('category', 'categories', {
    name: { type: 'string', required: true, unique: true },
    slug: { type: 'uid', targetField: 'name' },
    posts: relation('oneToMany', 'api::post.post', { mappedBy: 'category' }),
  }),
};

const events: Files = {
  ...typeFile(
    'event',
    'events',
    {
      title: { type: 'string', required: true },
      slug: { type: 'string' },
      starts: { type: 'datetime' },
      door: { type: 'time' },
      capacity: { type: 'integer', min: 0, default: 20 },
      price: { type: 'float', min: 0 },
      venue: relation('manyToOne', 'api::venue.venue', { inversedBy: 'events' }),
      speakers: relation('manyToMany', 'api::speaker.speaker', { inversedBy: 'events' }),
      bookings: relation('oneToMany', 'api::booking.booking', { mappedBy: 'event' }),
    },
    drafts,
  ),
  ...typeFile(
    'venue',
    'venues',
    {
      name: { type: 'string', required: true },
      city: { type: 'string' },
      events: relation('oneToMany', 'api::event.event', { mappedBy: 'venue' }),
    },
    drafts,
  ),
  ...typeFile('speaker', 'speakers', {
    name: { type: 'string', required: true },
    email: { type: 'email', private: true },
    events: relation('manyToMany', 'api::event.event', { mappedBy: 'speakers' }),
  }),
  ...typeFile('booking', 'bookings', {
    code: { type: 'string', unique: true },
    seats: { type: 'integer', required: true, min: 1, max: 8 },
    status_of: { type: 'enumeration', enum: ['new', 'paid', 'cancelled'], default: 'new' },
    total: { type: 'decimal' },
    contact: { type: 'email' },
    event: relation('manyToOne', 'api::event.event', { inversedBy: 'bookings' }),
    user: relation('manyToOne', USER),
    history: { type: 'component', component: 'event.change', repeatable: true },
  }),
  ...typeFile('subscriber', 'subscribers', {
    email: { type: 'email', required: true, unique: true },
    token: { type: 'string', private: true },
    confirmed: { type: 'boolean', default: false },
  }),
  ...typeFile('profile', 'profiles', {
    nickname: { type: 'string', required: true },
    about: { type: 'text' },
    user: relation('oneToOne', USER, { inversedBy: 'profile' }),
    favourites: relation('manyToMany', 'api::event.event'),
  }),
};

export const types: Files = { ...components, ...site, ...events };
