#!/usr/bin/env node
require('./run-build')('core/main.js');
