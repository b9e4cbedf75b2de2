// The spec's "Locale" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const restLocaleRows = rowsOf(
  { section: 'rest.locale', title: 'Locale', profile: 'spec' },
  `
rest.locale.added-first        | L246 | open   | i18n      | a code that was not added: answer is recorded
rest.locale.code               | L246 | must   | i18n      | locale takes a code
rest.locale.default            | L247 | must   | i18n      | without locale the default locale
rest.locale.default.en         | L247 | should | i18n      | the default of a new project is en
rest.locale.omitted-equal      | L248 | must   | i18n      | list without locale = list with the default's code
rest.locale.list               | L251 | must   | i18n      | a list holds that locale only
rest.locale.one                | L252 | must   | i18n      | one document in a locale
rest.locale.one.single         | L253 | must   | i18n      | a single type in a locale
rest.locale.create.default     | L254 | must   | i18n      | POST creates in the default locale
rest.locale.create             | L255 | must   | i18n      | POST ?locale creates in that locale
rest.locale.add                | L256 | must   | i18n      | PUT ?locale adds a version to a document
rest.locale.add.single         | L256 | must   | i18n      | the same on a single type
rest.locale.update             | L256 | must   | i18n      | PUT ?locale updates one, others unchanged
rest.locale.update.single      | L256 | must   | i18n      | the same on a single type
rest.locale.delete             | L257 | must   | i18n      | DELETE ?locale removes one
rest.locale.delete.others      | L257 | must   | i18n      | the others stay
rest.locale.delete.single      | L257 | must   | i18n      | the same on a single type
rest.locale.add.only-localized | L261 | must   | i18n      | a non-localized field in the body that adds a locale is not accepted (4xx); the other locales keep their value
rest.locale.immutable          | L262 | must   | i18n      | locale in an update body is ignored, no error
rest.locale.create-permission  | L263 | must   | i18n auth | without createLocalization adding a locale is 403
rest.locale.create-permission.single | L263 | must | i18n auth | the same on a single type
`,
);
