// Copies GraphiQL and React, built for browsers, to the GraphQL plugin: its landing page loads nothing from other hosts. Part of
// the build.
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER = join(__dirname, '..', 'plugins', 'graphql', 'landing', 'assets');
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  graphiql: ['graphiql.min.js', 'graphiql.min.css', 'LICENSE'],
  react: ['umd/react.production.min.js'],
  'react-dom': ['umd/react-dom.production.min.js'],
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, files] of Object.entries(PACKAGES)) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  for (const file of files) copyFileSync(join(folder, file), join(FOLDER, basename(file)));
}
