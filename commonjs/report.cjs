// `require('assay/report')`, for test frameworks and programs in CommonJS.
'use strict'
module.exports = require('./load.cjs').functionsOf('reports/report.js', ['fileReporters', 'readRecord', 'reportOf'])
