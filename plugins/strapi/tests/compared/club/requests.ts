// The requests to the project "club". `{12.data.documentId}` is a value of the answer to request 12.
import type { ComparedRequest } from '../compared-project';

const site: readonly ComparedRequest[] = [
  /* 1 */ ['GET /api/global'],
  /* 2 */ ['GET /api/global?populate=*&fields=site_name'],
  /* 3 */ ['GET /api/pages?sort=order,slug'],
  /* 4 */ ['GET /api/pages?filters[slug][$eq]=home&filters[locale][$eq]=en&status=draft'],
  /* 5 */ ['GET /api/pages?filters[slug]=accueil&locale=fr&fields=title'],
  /* 6 */ ['GET /api/pages/{3.data.0.documentId}?locale=fr'],
  /* 7 */ ['GET /api/pages/{3.data.0.documentId}?locale=de'],
  /* 8 */ ['GET /api/pages?filters[seo][socials][network]=mastodon&fields=slug'],
  /* 9 */ ['GET /api/pages?filters[seo][metaTitle][$containsi]=clu&fields=slug&pagination[withCount]=false'],
  /* 10 */ ['GET /api/pages/none'],
  /* 11 */ [
    'POST /api/pages',
    {
      data: {
        title: 'New',
        slug: 'Not a slug',
        seo: { metaDescription: 'A page' },
        dynamic_zone: [{ __component: 'blocks.hero' }],
      },
    },
    'ann',
  ],
  /* 12 */ [
    'POST /api/pages?populate[dynamic_zone][populate]=*',
    {
      data: {
        title: 'New',
        slug: 'new',
        dynamic_zone: [{ __component: 'blocks.hero', heading: 'H', buttons: [{ text: 'b' }] }],
      },
    },
    'ann',
  ],
  /* 13 */ ['POST /api/pages', { data: { title: 'Anonymous' } }],
  /* 14 */ [
    'PUT /api/pages/{12.data.documentId}?locale=fr',
    { data: { title: 'Nouveau', slug: 'nouveau' } },
    'ann',
  ],
  /* 15 */ ['GET /api/sitemap'],
  /* 16 */ ['GET /api/sitemap', undefined, undefined, { accept: 'application/xml' }],
  /* 17 */ ['GET /api/pages/tree'],
  /* 18 */ ['GET /api/pages/tree?start=1&limit=1'],
  /* 19 */ ['GET /api/go/old'],
  /* 20 */ ['GET /api/go/OLD'],
  /* 21 */ ['GET /api/go/gone'],
  /* 22 */ ['GET /api/go/nowhere'],
  /* 23 */ ['GET /api/redirections?sort=source&fields=source,hits'],
  /* 24 */ ['PUT /api/global', { data: { site_name: 'Renamed', navbar: { cta: { text: 'Now' } } } }, 'ann'],
  /* 25 */ [
    'PUT /api/global',
    { data: { footer: { columns: [{ title: '1' }, { title: '2' }, { title: '3' }] } } },
    'ann',
  ],
];

const blog: readonly ComparedRequest[] = [
  /* 26 */ ['GET /api/posts?sort=title'],
  /* 27 */ ['GET /api/posts?category=news&fields=title,slug'],
  /* 28 */ ['GET /api/posts?q=PARIS'],
  /* 29 */ ['GET /api/posts?category=none,other&pagination[page]=2'],
  /* 30 */ ['GET /api/posts/first-post'],
  /* 31 */ ['GET /api/posts/ete-a-paris?populate=related'],
  /* 32 */ ['GET /api/posts/none'],
  /* 33 */ [
    'POST /api/posts',
    {
      data: {
        title: 'First post!',
        category: '{26.data.1.category.documentId}',
        content: [{ type: 'paragraph', children: [{ type: 'text', text: 'a b c d e f g' }] }],
      },
    },
    'ann',
  ],
  /* 34 */ ['POST /api/posts', { data: { title: 'No' } }, 'ann'],
  /* 35 */ ['POST /api/posts', { data: { title: 'Anonymous' } }],
  /* 36 */ ['PUT /api/posts/{33.data.documentId}', { data: { title: 'Second post' } }, 'ann'],
  /* 37 */ ['GET /api/log'],
  /* 38 */ ['GET /api/posts/first-post-2'],
  /* 39 */ ['GET /api/posts/second-post?populate=category'],
  /* 40 */ ['PUT /api/posts/{33.data.documentId}', { data: { title: 'Stolen' } }, 'bob'],
  /* 41 */ ['PUT /api/posts/unknown', { data: { title: 'Nothing' } }, 'bob'],
  /* 42 */ ['POST /api/posts/second-post/like', { likes: 3 }],
  /* 43 */ ['POST /api/posts/second-post/like', {}, undefined, { 'user-agent': 'SomeBot/1.0' }],
  /* 44 */ ['POST /api/posts/none/like', {}],
  /* 45 */ ['GET /api/posts/archive'],
  /* 46 */ ['DELETE /api/posts/{33.data.documentId}', undefined, 'ann'],
  /* 47 */ ['GET /api/log'],
  /* 48 */ ['DELETE /api/categories/{26.data.1.category.documentId}', undefined, 'ann'],
  /* 49 */ ['GET /api/categories?populate[posts][fields]=title&populate[posts][sort]=title'],
];

const events: readonly ComparedRequest[] = [
  /* 50 */ ['GET /api/events?populate=*&sort=title'],
  /* 51 */ [
    'GET /api/events?filters[speakers][name]=Ada&populate[speakers][fields]=name&populate[bookings][fields]=seats',
  ],
  /* 52 */ ['GET /api/events?filters[speakers][name][$null]=true&fields=title'],
  /* 53 */ ['POST /api/bookings', { data: { event: '{50.data.0.documentId}', seats: 2 } }, 'ann'],
  /* 54 */ ['POST /api/bookings', { data: { event: '{50.data.0.documentId}', seats: 7 } }, 'ann'],
  /* 55 */ ['POST /api/bookings', { data: { event: '{50.data.0.documentId}', seats: 0 } }, 'ann'],
  /* 56 */ ['POST /api/bookings', { data: { event: '{50.data.1.documentId}', seats: 1 } }, 'ann'],
  /* 57 */ ['POST /api/bookings', { data: { event: 'unknown', seats: 1 } }, 'ann'],
  /* 58 */ ['POST /api/bookings', { data: { seats: 1 } }, 'ann'],
  /* 59 */ ['POST /api/bookings', { data: { event: '{50.data.0.documentId}', seats: 1 } }],
  /* 60 */ ['POST /api/bookings', { data: { event: '{50.data.0.documentId}', seats: 5 } }, 'bob'],
  /* 61 */ ['PATCH /api/bookings/{53.data.documentId}/status', { to: 'paid' }, 'ann'],
  /* 62 */ ['PATCH /api/bookings/{53.data.documentId}/status', { to: 'cancelled' }, 'ann'],
  /* 63 */ ['PATCH /api/bookings/{60.data.documentId}/status', { to: 'lost' }, 'bob'],
  /* 64 */ ['PATCH /api/bookings/{53.data.documentId}/status', { to: 'new' }, 'bob'],
  /* 65 */ ['GET /api/mails'],
  /* 66 */ ['GET /api/bookings?populate[event][fields]=title&sort=code', undefined, 'bob'],
  /* 67 */ ['GET /api/events/{50.data.0.documentId}/seats'],
  /* 68 */ ['POST /api/newsletter', { email: 'Cat@example.com' }],
  /* 69 */ ['POST /api/newsletter', { email: 'cat@EXAMPLE.com' }],
  /* 70 */ ['POST /api/newsletter', { email: 'no mail' }],
  /* 71 */ ['GET /api/newsletter/confirm?token=token-of-Cat@example.com'],
  /* 72 */ ['GET /api/newsletter/confirm?token=unknown'],
  /* 73 */ ['GET /api/subscribers', undefined, 'ann'],
  /* 74 */ ['DELETE /api/newsletter/Cat@example.com'],
  /* 75 */ ['DELETE /api/newsletter/Cat@example.com'],
];

const dee = { username: 'dee', email: 'dee@example.com', password: 'Passw0rd!', firstName: 'Dee' };

const members: readonly ComparedRequest[] = [
  /* 76 */ ['POST /api/auth/local/register', { ...dee, nickname: 'D' }],
  /* 77 */ ['POST /api/auth/local/register', { ...dee, firstName: '', username: 'd' }],
  /* 78 */ ['POST /api/auth/local/register', { ...dee, username: 'dan', email: 'dan@spam.example' }],
  /* 79 */ ['POST /api/auth/local/register', dee],
  /* 80 */ ['GET /api/users/me'],
  /* 81 */ ['GET /api/users/me', undefined, 'dee'],
  /* 82 */ ['POST /api/favourites/{50.data.0.documentId}', {}, 'dee'],
  /* 83 */ ['GET /api/users/me', undefined, 'dee'],
  /* 84 */ ['POST /api/favourites/{50.data.0.documentId}', {}, 'dee'],
  /* 85 */ ['POST /api/favourites/unknown', {}, 'dee'],
  /* 86 */ ['POST /api/favourites/{50.data.0.documentId}', {}, 'ann'],
  /* 87 */ [
    'PUT /api/users/{76.user.id}',
    { firstName: 'Deirdre', level: 'gold', birthday: '1990-02-03', phone: '5' },
    'dee',
  ],
  /* 88 */ ['PUT /api/users/{76.user.id}', { firstName: 'Much too long for a first name' }, 'dee'],
  /* 89 */ ['PUT /api/users/{76.user.id}', { firstName: 'x' }, 'ann'],
  /* 90 */ ['POST /api/members/dee/upgrade'],
  /* 91 */ ['GET /api/users', undefined, 'ann'],
  /* 92 */ ['POST /api/auth/local', { identifier: 'DEE@example.com', password: 'Passw0rd!' }],
  /* 93 */ ['POST /api/auth/local', { identifier: 'bob', password: 'wrong' }],
  /* 94 */ ['GET /api/mails'],
];

const operations = ['create', 'update', 'publish', 'unpublish', 'discardDraft', 'clone', 'delete'].map(
  (name): ComparedRequest => [`POST /api/venues/run/${name}`],
);

export const requests: readonly ComparedRequest[] = [...site, ...blog, ...events, ...members, ...operations];
