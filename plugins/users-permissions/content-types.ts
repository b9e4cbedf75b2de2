// The content types of the plugin. They have no generated routes.
import type { AttributeDefinition, ContentTypeDefinition, SchemaCollector } from '../../core';
import { PERMISSION, ROLE, USER } from './types';

export const USER_ATTRIBUTES: Readonly<Record<string, AttributeDefinition>> = {
  username: { type: 'string', minLength: 3, maxLength: 255, unique: 'ignore-case', required: true },
  // A login takes either of them, so one account cannot have the address of another as its name.
  email: {
    type: 'email',
    minLength: 6,
    maxLength: 255,
    unique: 'ignore-case',
    uniqueWith: 'username',
    required: true,
  },
  provider: { type: 'string' },
  password: { type: 'password', minLength: 6, private: true },
  resetPasswordToken: { type: 'string', private: true },
  resetPasswordExpiresAt: { type: 'datetime', private: true },
  confirmationToken: { type: 'string', private: true },
  tokenEpoch: { type: 'string', private: true },
  confirmed: { type: 'boolean', default: false },
  blocked: { type: 'boolean', default: false },
  role: { type: 'relation', relation: 'manyToOne', target: ROLE, inversedBy: 'users' },
};

/** Attributes that registration and PUT /users/me never accept. */
export const PROTECTED: ReadonlySet<string> = new Set([
  ...Object.keys(USER_ATTRIBUTES),
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
]);

const user: ContentTypeDefinition = {
  collectionName: 'up_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  attributes: USER_ATTRIBUTES,
};

/** Characters of the name of a role. */
export const SHORTEST_NAME = 3;

const role: ContentTypeDefinition = {
  collectionName: 'up_roles',
  info: { singularName: 'role', pluralName: 'roles', displayName: 'Role' },
  attributes: {
    name: { type: 'string', minLength: SHORTEST_NAME, required: true },
    description: { type: 'string' },
    type: { type: 'string', unique: true },
    permissions: { type: 'relation', relation: 'oneToMany', target: PERMISSION, mappedBy: 'role' },
    users: { type: 'relation', relation: 'oneToMany', target: USER, mappedBy: 'role', paged: true },
  },
};

const permission: ContentTypeDefinition = {
  collectionName: 'up_permissions',
  info: { singularName: 'permission', pluralName: 'permissions', displayName: 'Permission' },
  attributes: {
    action: { type: 'string', required: true },
    rule: { type: 'json', private: true },
    declared: { type: 'boolean', default: false, private: true },
    role: { type: 'relation', relation: 'manyToOne', target: ROLE, inversedBy: 'permissions' },
  },
};

export function addContentTypes(
  collector: SchemaCollector,
  ownAttributes: Readonly<Record<string, AttributeDefinition>>,
): void {
  collector.addContentType(USER, user);
  collector.addContentType(ROLE, role);
  collector.addContentType(PERMISSION, permission);
  if (Object.keys(ownAttributes).length > 0) collector.extendContentType(USER, ownAttributes);
}
