#!/usr/bin/env node
require('./run-build')('core/kernel/cli/main.js');
