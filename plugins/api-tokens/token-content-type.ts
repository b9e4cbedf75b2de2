// The content type of tokens. It has no generated routes, and the hash of the secret is private.
import type { ContentTypeDefinition } from '../../core';
import { KINDS } from './token-kinds';

export const TOKEN_TYPE: ContentTypeDefinition = {
  collectionName: 'api_tokens',
  info: { singularName: 'api-token', pluralName: 'api-tokens', displayName: 'API token' },
  attributes: {
    name: { type: 'string', required: true, unique: true, maxLength: 255 },
    description: { type: 'text' },
    type: { type: 'enumeration', enum: [...KINDS], required: true },
    actions: { type: 'json' },
    hash: { type: 'string', required: true, unique: true, private: true },
    /** Milliseconds. */
    lifespan: { type: 'biginteger' },
    expiresAt: { type: 'datetime' },
    lastUsedAt: { type: 'datetime' },
    /** The id of the user who created the token, and when. */
    maker: { type: 'string', private: true },
    madeAt: { type: 'datetime', private: true },
    declared: { type: 'boolean', default: false },
  },
};
