// The requests to the blog and to the users of the project "shop", after those to the shop.
import type { ComparedRequest } from '../compared-project';

const address = { street: 'Main 1', city: 'Rome' };

const blog: readonly ComparedRequest[] = [
  /* 100 */ ['GET /api/articles?populate=*'],
  /* 101 */ ['GET /api/articles/wood-is-good'],
  /* 102 */ ['GET /api/articles/{100.data.0.documentId}?populate[blocks][populate]=*&fields=title,views'],
  /* 103 */ ['GET /api/articles/popular?limit=5'],
  /* 104 */ ['GET /api/archive/2026/01'],
  /* 105 */ ['GET /api/archive/2026'],
  /* 106 */ ['GET /api/archive/20'],
  /* 107 */ ['POST /api/articles', { data: { title: 'Win in the Casino' } }, 'ann'],
  /* 108 */ [
    'POST /api/articles',
    {
      data: {
        title: 'Of tables',
        blocks: [
          { __component: 'shared.quote', text: 'Q' },
          { __component: 'shared.rich-text', body: 'B' },
        ],
      },
    },
    'ann',
  ],
  /* 109 */ [
    'POST /api/articles',
    { data: { title: 'No', blocks: [{ __component: 'shared.quote' }] } },
    'ann',
  ],
  /* 110 */ [
    'POST /api/articles',
    { data: { title: 'Wrong block', blocks: [{ __component: 'shared.rich-text', body: 5 }] } },
    'ann',
  ],
  /* 111 */ [
    'PUT /api/articles/{108.data.documentId}',
    { data: { title: 'Of chairs', author: '{100.data.0.author.documentId}' } },
    'ann',
  ],
  /* 112 */ ['PUT /api/articles/{108.data.documentId}', { data: { title: 'Of chairs' } }, 'ann'],
  /* 113 */ ['POST /api/articles/compose', { title: 'Composed', quotes: ['a', 'b'] }, 'ann'],
  /* 114 */ ['POST /api/articles/compose', { title: 'x' }, 'ann'],
  /* 115 */ ['POST /api/articles/compose', { title: 'Anonymous' }],
  /* 116 */ ['GET /api/activities/take'],
  /* 117 */ [
    'POST /api/comments',
    { data: { content: 'Well written', article: '{108.data.documentId}' } },
    'bob',
  ],
  /* 118 */ ['POST /api/comments', { data: { content: 'no', extra: 1 } }],
  /* 119 */ ['POST /api/comments', {}],
  /* 120 */ ['GET /api/comments?populate=article'],
  /* 121 */ ['DELETE /api/comments/{117.data.documentId}', undefined, 'bob'],
  /* 122 */ ['DELETE /api/comments/{117.data.documentId}'],
  /* 123 */ ['DELETE /api/comments/nothing', undefined, 'bob'],
  /* 124 */ ['GET /api/comments'],
  /* 125 */ ['DELETE /api/articles/{108.data.documentId}', undefined, 'ann'],
  /* 126 */ ['GET /api/activities/take'],
  /* 127 */ ['POST /api/authors', { data: { name: '  B Writer ', email: 'b@example.com' } }, 'ann'],
  /* 128 */ ['POST /api/authors', { data: { name: 'C', email: 'no' } }, 'ann'],
  /* 129 */ ['GET /api/authors?sort=name&populate[articles][fields]=title&populate[articles][sort]=title'],
  /* 130 */ ['GET /api/home?populate[seo][fields]=metaTitle&populate[featured][fields]=name'],
  /* 131 */ [
    'PUT /api/home?populate=featured',
    {
      data: {
        title: 'Hi',
        featured: {
          disconnect: ['{1.data.3.documentId}'],
          connect: ['{1.data.0.documentId}', '{1.data.1.documentId}'],
        },
      },
    },
    'ann',
  ],
];

const users: readonly ComparedRequest[] = [
  /* 132 */ [
    'POST /api/auth/local/register',
    { username: 'zoe', email: 'zoe@example.com', password: 'Passw0rd!', fullName: 'Zoe' },
  ],
  /* 133 */ [
    'POST /api/auth/local/register',
    { username: 'zed', email: 'zed@example.com', password: 'Passw0rd!' },
  ],
  /* 134 */ [
    'POST /api/auth/local/register',
    { username: 'zed', email: 'zed2@example.com', password: 'longer' },
  ],
  /* 135 */ ['GET /api/activities/take'],
  /* 136 */ ['GET /api/users/me', undefined, 'ann'],
  /* 137 */ ['PUT /api/users/me', { fullName: 'Ann A', address, newsletter: false, points: 100 }, 'ann'],
  /* 138 */ ['PUT /api/users/me', { fullName: '' }, 'ann'],
  /* 139 */ ['PUT /api/users/me', { address: { street: 'only' } }, 'ann'],
  /* 140 */ ['POST /api/users/me/wishlist', { slug: 'lamp' }, 'ann'],
  /* 141 */ ['POST /api/users/me/wishlist', { slug: 'mug' }, 'ann'],
  /* 142 */ ['POST /api/users/me/wishlist', { slug: 'none' }, 'ann'],
  /* 143 */ ['GET /api/users/me', undefined, 'ann'],
  /* 144 */ ['POST /api/users/me/token', {}, 'bob'],
  /* 145 */ ['POST /api/users/check', { identifier: 'eve@example.com', password: 'Passw0rd!' }],
  /* 146 */ ['POST /api/users/check', { identifier: 'eve', password: 'wrong' }],
  /* 147 */ ['POST /api/users/check', { identifier: 'unknown', password: 'x' }],
  /* 148 */ ['PUT /api/users/{136.id}', { fullName: 'Ann B', points: 5 }, 'ann'],
  /* 149 */ ['PUT /api/users/{136.id}', { fullName: 'Hacked' }, 'bob'],
  /* 150 */ ['GET /api/brands?envelope=1&sort=name&fields=name'],
  /* 151 */ ['GET /api/nothing?envelope=1'],
  /* 152 */ ['GET /api/maintenance/on'],
  /* 153 */ ['GET /api/brands'],
  /* 154 */ ['GET /api/maintenance/off'],
  /* 155 */ ['GET /api/brands?pagination[start]=1&pagination[limit]=1&sort=name'],
];

export const blogRequests: readonly ComparedRequest[] = [...blog, ...users];
