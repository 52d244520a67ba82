// `require('assay/simulator')`, for test frameworks and programs in CommonJS.
'use strict'
const names = ['createSimulator', 'simulatorFixtures']
const { createSimulator, simulatorFixtures } = require('./load.cjs').functionsOf('in-process.js', names)

exports.createSimulator = createSimulator

/** `test.extend` takes fixtures at once, where the module above is not loaded yet: each asks for it when it runs. */
exports.simulatorFixtures = (options) => {
  const fixtures = () => simulatorFixtures(options)
  // The frameworks read the names that a fixture wants, here none, from its pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  const ofWorker = async ({}, use) => (await fixtures()).simulatorOfWorker[0]({}, use)
  const ofTest = async ({ simulatorOfWorker }, use) => (await fixtures()).simulator({ simulatorOfWorker }, use)
  return { simulatorOfWorker: [ofWorker, { scope: 'worker' }], simulator: ofTest }
}
