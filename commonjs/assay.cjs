// `require('assay')`, for test frameworks and programs in CommonJS.
'use strict'
module.exports = require('./load.cjs').functionsOf('conformance/conform.js', ['conform'])
