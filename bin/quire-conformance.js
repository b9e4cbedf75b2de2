#!/usr/bin/env node
require('./run-build')('conformance/main.js');
