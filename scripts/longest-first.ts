// The suites below begin first, so that no long one runs alone at the end: each takes half a minute or more. Jest decides the order of the
// others. It sorts by the last times, which a clean clone does not have.
import Sequencer from '@jest/test-sequencer';

type Tests = Parameters<Sequencer['sort']>[0];

const LONG = [
  'scripts/chromium/admin-looks',
  'scripts/chromium/',
  'core/content/backup/',
  'plugins/sign-in/',
  'plugins/strapi-import/',
  'plugins/strapi/tests/compared',
  'plugins/upload/tests/s3',
  'plugins/rest/tests/large-answers',
  'plugins/rest/tests/compared-values',
  'plugins/admin/tests/builder',
  'plugins/i18n/tests/',
];

/** The position in the list; suites without one come last. */
const rankOf = ({ path }: Tests[number]): number => {
  const at = LONG.findIndex((part) => path.includes(`/dist/${part}`));
  return at === -1 ? LONG.length : at;
};

export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    return [...(await super.sort(tests))].sort((one, other) => rankOf(one) - rankOf(other));
  }
}
