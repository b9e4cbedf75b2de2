// `quire create app DIR`: an application in a new folder, with a content type and a test.
import { basename, resolve } from 'node:path';
import { StartupError } from '../../errors/startup-error';
import { type Command, EXIT } from '../command';
import { print } from '../terminal';
import { filesOfTemplate, writeNewFolder } from './new-files';
import { isPackageName, quireSpec } from './quire-package';

export const createAppCommand: Command = {
  name: 'create app',
  summary: 'Creates an application in a new folder.',
  usage: 'quire create app DIR',
  example: 'quire create app my-app',
  operand: 'DIR',
  flags: {},
  notes: 'The folder must be missing or empty. Its name becomes the name in package.json.',
  async run(_flags, given = '') {
    const dir = resolve(given);
    const name = basename(dir);
    if (!isPackageName(name))
      throw new StartupError(
        `"${name}" cannot be the name of a package. Name the folder with lower-case letters, digits and dashes, like my-app.`,
      );
    writeNewFolder(dir, filesOfTemplate('app', { name, quire: quireSpec(dir) }));
    print(`Created an application in ${dir}. Next:\n`);
    print(`  cd ${given}\n  npm install\n  npm test\n  npm run develop`);
    return EXIT.ok;
  },
};
