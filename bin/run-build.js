// Runs a file of the build, or says how to build it. In JavaScript, so that npm finds a binary before the first build.
const { existsSync } = require('node:fs');
const nodeModule = require('node:module');
const { join, sep } = require('node:path');
const findOwnFiles = require('./own-files');

module.exports = (file) => {
  const root = join(__dirname, '..');
  const path = join(root, 'dist', file);
  // Node 22.8 and newer keep compiled code, so that later starts are faster.
  nodeModule.enableCompileCache?.();
  findOwnFiles(join(root, 'dist', sep));
  if (existsSync(path)) return require(path);
  console.error(`Quire is not built yet: ${path} is missing. Run \`npm ci && npm run build\` in ${root}.`);
  process.exitCode = 1;
};
