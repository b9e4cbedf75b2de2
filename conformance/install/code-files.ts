// The three one-line files that the strapi layout needs beside each schema file.

export function codeFilesOf(name: string): Readonly<Record<string, string>> {
  const uid = `api::${name}.${name}`;
  const file = (factory: string): string =>
    `'use strict';\n\nconst { ${factory} } = require('@strapi/strapi').factories;\n\nmodule.exports = ${factory}('${uid}');\n`;
  return {
    [`controllers/${name}.js`]: file('createCoreController'),
    [`services/${name}.js`]: file('createCoreService'),
    [`routes/${name}.js`]: file('createCoreRouter'),
  };
}
