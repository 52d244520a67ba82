// `require('assay/simulator')`, for test frameworks and programs in CommonJS.
'use strict'
const { createSimulator } = require('./load.cjs').functionsOf('in-process.js', ['createSimulator'])

exports.createSimulator = createSimulator

/** `test.extend` takes fixtures at once, where the module above is not loaded yet: written out here as in in-process.ts. */
exports.simulatorFixtures = (options) => {
  // The frameworks read the names that a fixture wants, here none, from its pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  const ofWorker = async ({}, use) => {
    const simulator = await createSimulator(options)
    await use(simulator)
    await simulator.close()
  }
  const ofTest = async ({ simulatorOfWorker }, use) => {
    await simulatorOfWorker.reset()
    await use(simulatorOfWorker)
  }
  return { simulatorOfWorker: [ofWorker, { scope: 'worker' }], simulator: ofTest }
}
