// Rows and cases of a project with code of its own.
import { rowsOf } from '../../../conformance/spec/row';
import { projectDataCases } from './data';
import { projectRouteCases } from './routes';

export const rows = rowsOf(
  { section: 'quire.project', title: 'Quire: code of a project', profile: 'quire' },
  `
quire.project.routes      | strapi | must | auth tokens drafts config files | a type has the routes of its files, and no others; patterns, rests and optional parts are read
quire.project.permissions | strapi | must | auth tokens drafts config files | a route needs the permission of its action or its scope; auth false opens it; code sees the caller
quire.project.steps       | strapi | must | auth tokens drafts config files | policies decide before the action; middlewares run in order, and may replace the query
quire.project.answers     | strapi | must | auth tokens drafts config files | each way to answer has its status and body; an unexpected error says nothing
quire.project.core        | strapi | must | auth tokens drafts config files | core actions can be extended and called; relations and private attributes are not shown
quire.project.documents   | strapi | must | auth tokens drafts config files | strapi.documents reads and writes drafts unless the call names a status
quire.project.rows        | strapi | must | auth tokens drafts config files | strapi.db.query sees rows: drafts and published versions, with conditions, orders and pages
quire.project.entities    | strapi | must | auth tokens drafts config files | strapi.entityService reads drafts and writes by row id
quire.project.transactions | strapi | must | auth tokens drafts config files | an error or a rollback undoes the work of a transaction, and its callbacks run
quire.project.lifecycles  | strapi | must | auth tokens drafts config files | lifecycles run in the order of Strapi, and may change or refuse a write; so may strapi.documents.use
quire.project.members     | strapi | must | auth tokens drafts config files | services, the store, users and other members are those of the project
`,
);
export const cases = [...projectRouteCases, ...projectDataCases];
