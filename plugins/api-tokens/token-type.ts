// Tokens are documents: of this type. No generated routes; the secret's hash is seen by the program only.
import type { ContentTypeDefinition } from '../../core';
import { KINDS } from './kinds';

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
    declared: { type: 'boolean', default: false },
  },
};
