// The site of a club in TypeScript: pages of nested zones, a blog by slugs, bookings that send mails, members with profiles.
import { blog } from './club/blog';
import { bookings } from './club/bookings';
import { members } from './club/members';
import { pages } from './club/pages';
import { requests } from './club/requests';
import { types } from './club/types';
import type { ComparedProject } from './compared-project';

export const club: ComparedProject = {
  name: 'club',
  files: { ...types, ...pages, ...blog, ...bookings, ...members },
  headers: ['location', 'x-pages', 'x-seconds'],
  plugins: { email: true, i18n: { config: { locales: ['en', 'fr'], defaultLocale: 'en' } } },
  requests,
};
