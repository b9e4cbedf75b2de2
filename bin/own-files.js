// `require` finds the files of the build here. Node asks for three paths and reads the folders above, for each of some hundred files.
const { existsSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const RELATIVE = /^\.\.?\//;

module.exports = (build) => {
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function resolveFilename(request, parent, ...more) {
    if (RELATIVE.test(request) && parent?.filename?.startsWith(build)) {
      const file = `${join(parent.path, request)}.js`;
      if (file.startsWith(build) && existsSync(file)) return file;
    }
    return resolve.call(this, request, parent, ...more);
  };
};
