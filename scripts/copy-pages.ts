// Copies the browser files of GraphiQL and Swagger UI to the plugins that serve them, and those of examples. Part of the build.
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PLUGINS = join(__dirname, '..', 'plugins');
/** Folder of a plugin → package → files. */
const PAGES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'graphql/landing/assets': {
    graphiql: ['graphiql.min.js', 'graphiql.min.css', 'LICENSE'],
    react: ['umd/react.production.min.js'],
    'react-dom': ['umd/react-dom.production.min.js'],
  },
  'openapi/assets': {
    'swagger-ui-dist': ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'],
  },
};

for (const [place, packages] of Object.entries(PAGES)) {
  const target = join(PLUGINS, place);
  mkdirSync(target, { recursive: true });
  for (const [name, files] of Object.entries(packages)) {
    const folder = dirname(require.resolve(`${name}/package.json`));
    for (const file of files) copyFileSync(join(folder, file), join(target, basename(file)));
  }
}

copyFileSync(
  join(__dirname, '..', '..', 'examples', 'color', 'admin.mjs'),
  join(__dirname, '..', 'examples', 'color', 'admin.mjs'),
);
