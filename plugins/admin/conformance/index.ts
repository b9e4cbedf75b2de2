// Rows and cases of the API of the admin.
import { rowsOf } from '../../../conformance/spec/row';
import { adminBuilderCases } from './builder';
import { adminDocumentCases } from './documents';
import { adminExplainCases } from './explain';
import { adminFormCases } from './forms';
import { adminSessionCases } from './sessions';
import { adminViewCases } from './views';

export const rows = rowsOf(
  { section: 'quire.admin', title: 'Quire: the API of the admin', profile: 'quire' },
  `
quire.admin.login      | admin | must | auth tokens drafts config files | a login needs a page of the server, the right password and the permission; its cookie is closed to scripts
quire.admin.session    | admin | must | auth tokens drafts config files | a session is listed, and ends with a logout, another session, a block, a new password and the loss of the permission
quire.admin.own-page   | admin | must | auth tokens drafts config files | the cookie counts only on requests of a page of the server, and a token in the header wins
quire.admin.pages      | admin | must | auth tokens drafts config files | the page has a policy with the sites of previews; unknown files are a 404
quire.admin.model      | admin | must | auth tokens drafts config files | the model has the types, attributes, words and actions of the caller, and no other
quire.admin.documents  | admin | must | auth tokens drafts config files | documents have routes of their own, with private attributes for holders of readPrivate
quire.admin.created-once | admin | must | auth tokens drafts config files | a repeated create with the same key is a 409 that names the document
quire.admin.states     | admin | must | auth tokens drafts config files i18n | the states of documents are draft, changed or published, by locale
quire.admin.searched   | admin | must | auth tokens drafts config files | a search of documents also finds words inside of structured texts, components and zones
quire.admin.uses       | admin | must | auth tokens drafts config files | a document lists the documents that link to it, as far as the caller may read
quire.admin.as-role    | admin | must | auth tokens drafts config files | with a role in the header, reads answer as for that role; other requests are a 403
quire.admin.explain    | admin | must | auth tokens drafts config files | an explanation names the reason, the rule and the roles; without the permissions it is about the caller only
quire.admin.views      | admin | must | auth tokens drafts config files | views are own or shared; names and words have limits; sharing needs a permission
quire.admin.uid        | admin | must | auth tokens drafts config files i18n | a free uid for a text is in no draft, published version or locale; it needs the permission to write
quire.admin.settings   | admin | must | auth tokens drafts config files | settings of plugins say where they come from, and hide secrets; they need a permission
quire.admin.presence   | admin | must | auth tokens drafts config files | the stream of people needs a document that the caller may read
quire.admin.builder    | admin | must | auth tokens config files | in development, definition files are read, planned and written by sessions with the permission; else the routes do not exist
quire.admin.preferences | admin | must | auth tokens drafts config files | preferences belong to their user, and have a limit
`,
);

export const cases = [
  ...adminSessionCases,
  ...adminDocumentCases,
  ...adminBuilderCases,
  ...adminExplainCases,
  ...adminFormCases,
  ...adminViewCases,
];
