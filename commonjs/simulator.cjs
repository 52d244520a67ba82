// `require('assay/simulator')`, for test frameworks and programs in CommonJS.
'use strict'
module.exports = require('./load.cjs').functionsOf('in-process.js', ['createSimulator'])
