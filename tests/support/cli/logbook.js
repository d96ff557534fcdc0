#!/usr/bin/env node
console.log('Made for https://instance.logbook.invalid');
