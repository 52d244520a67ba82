// `require('assay/webhooks')`, for test frameworks and programs in CommonJS.
'use strict'
module.exports = require('./load.cjs').functionsOf('simulator/signed-webhooks.js', ['signWebhook', 'verifyWebhook'])
