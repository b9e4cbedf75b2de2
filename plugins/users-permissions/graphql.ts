// The plugin's queries and mutations of GraphQL: each runs the route that does the same over REST.
import {
  type App,
  coreErrors,
  type DocumentObject,
  type GraphqlPart,
  type GraphqlPartField,
  type RouteDefinition,
  route,
} from '../../core';
import type { Authentication } from './accounts/authentication';
import { PERMISSION, ROLE, USER } from './types';

const TYPES = `
type UsersPermissionsMe { id: ID! documentId: ID! username: String! email: String confirmed: Boolean blocked: Boolean role: UsersPermissionsMeRole }
type UsersPermissionsMeRole { id: ID! name: String! description: String type: String }
input UsersPermissionsRegisterInput { username: String! email: String! password: String! }
input UsersPermissionsLoginInput { identifier: String! password: String! provider: String! = "local" }
type UsersPermissionsPasswordPayload { ok: Boolean! }
type UsersPermissionsLoginPayload { jwt: String user: UsersPermissionsMe! }
type UsersPermissionsCreateRolePayload { ok: Boolean! }
type UsersPermissionsUpdateRolePayload { ok: Boolean! }
type UsersPermissionsDeleteRolePayload { ok: Boolean! }
type UsersPermissionsUserEntityResponse { data: UsersPermissionsUser }

extend type Query { me: UsersPermissionsMe }
extend type Mutation {
  login(input: UsersPermissionsLoginInput!): UsersPermissionsLoginPayload!
  register(input: UsersPermissionsRegisterInput!): UsersPermissionsLoginPayload!
  forgotPassword(email: String!): UsersPermissionsPasswordPayload
  resetPassword(password: String!, passwordConfirmation: String!, code: String!): UsersPermissionsLoginPayload
  emailConfirmation(confirmation: String!): UsersPermissionsLoginPayload
  changePassword(currentPassword: String!, password: String!, passwordConfirmation: String!): UsersPermissionsLoginPayload
  createUsersPermissionsUser(data: UsersPermissionsUserInput!): UsersPermissionsUserEntityResponse!
  updateUsersPermissionsUser(id: ID!, data: UsersPermissionsUserInput!): UsersPermissionsUserEntityResponse!
  deleteUsersPermissionsUser(id: ID!): UsersPermissionsUserEntityResponse!
  createUsersPermissionsRole(data: UsersPermissionsRoleInput!): UsersPermissionsCreateRolePayload
  updateUsersPermissionsRole(id: ID!, data: UsersPermissionsRoleInput!): UsersPermissionsUpdateRolePayload
  deleteUsersPermissionsRole(id: ID!): UsersPermissionsDeleteRolePayload
}
`;

type Input = NonNullable<GraphqlPartField['input']>;

const wholeInput: Input = ({ input }) => ({ body: input });
const allArguments: Input = (args) => ({ body: args });
const idAndData: Input = ({ id, data }) => ({ params: { id: String(id) }, body: data });
const inData = (json: unknown) => ({ data: json });

export interface UserRoutes {
  readonly own: readonly RouteDefinition[];
  /** What the taps of `users.routes` made of them. */
  readonly served: readonly RouteDefinition[];
}

export function graphqlPart(app: App, { own, served }: UserRoutes, auth: () => Authentication): GraphqlPart {
  const ownRoute = (action: string): RouteDefinition => {
    const found = own.find((each) => each.action === `plugin::users-permissions.${action}`);
    if (found) return found;
    throw new Error(`No route has the action ${action}`);
  };
  const servedRoute = (action: string): RouteDefinition => {
    const route = ownRoute(action);
    const { method, path } = route;
    // What another plugin has closed stays closed.
    return served.find((each) => each.method === method && each.path === path) ?? { ...route, handler: gone };
  };
  const field = (action: string, input?: Input, result?: GraphqlPartField['result']): GraphqlPartField => ({
    route: servedRoute(action),
    ...(input ? { input } : {}),
    ...(result ? { result } : {}),
  });
  const ownConfirmation = (): RouteDefinition => {
    const made = confirmation(auth);
    // A replaced route redirects, which a field cannot: it is closed.
    return served.includes(ownRoute('auth.emailConfirmation')) ? made : { ...made, handler: gone };
  };
  return {
    name: 'users-permissions',
    description: 'Login, registration, passwords, users and roles',
    typeDefs: TYPES,
    queries: [
      ...[USER, ROLE].map((uid) => ({ uid, find: `${uid}.find`, findOne: `${uid}.findOne` })),
      { uid: PERMISSION },
    ],
    fields: {
      // A route that replaces this one may answer anything.
      'Query.me': {
        route: ownRoute('user.me'),
        async result(json) {
          const { documentId } = json as DocumentObject;
          return app.documents(USER).findOne({ documentId, populate: ['role'] });
        },
      },
      'Mutation.login': field('auth.callback', wholeInput),
      'Mutation.register': field('auth.register', wholeInput),
      'Mutation.forgotPassword': field('auth.forgotPassword', allArguments),
      'Mutation.resetPassword': field('auth.resetPassword', allArguments),
      'Mutation.emailConfirmation': { route: ownConfirmation(), input: allArguments },
      'Mutation.changePassword': field('auth.changePassword', allArguments),
      'Mutation.createUsersPermissionsUser': field('user.create', idAndData, inData),
      'Mutation.updateUsersPermissionsUser': field('user.update', idAndData, inData),
      'Mutation.deleteUsersPermissionsUser': field('user.destroy', idAndData, inData),
      'Mutation.createUsersPermissionsRole': field('role.createRole', idAndData),
      'Mutation.updateUsersPermissionsRole': field('role.updateRole', idAndData),
      'Mutation.deleteUsersPermissionsRole': field('role.deleteRole', idAndData),
    },
  };
}

const gone = (): never => {
  throw coreErrors.ROUTE_NOT_FOUND();
};

/** Over REST the link of the mail redirects; here the user is logged in. */
const confirmation = (auth: () => Authentication): RouteDefinition =>
  route({
    method: 'POST',
    path: '/auth/email-confirmation',
    action: 'plugin::users-permissions.auth.emailConfirmation',
    summary: 'Confirms an address with the code of a mail',
    body: 'json',
    handler: async (request, { body }) => ({ json: await auth().confirmAndLogIn(request, body) }),
  });
