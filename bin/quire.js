#!/usr/bin/env node
require('./run-build')('core/cli/main.js');
