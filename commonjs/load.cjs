// What `require('assay')` gets: functions that import the real module when they are called. They all return promises anyway.
'use strict'
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { Script, constants } = require('node:vm')

/** A test framework that runs modules in contexts of its own, as Jest does, refuses `import()` there; Node's own still works. */
const importOutside = (url) =>
  new Script('(url) => import(url)', {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext()(url)

const load = (url) =>
  import(url).catch((error) => {
    if (!/^ERR_VM_(DYNAMIC_IMPORT_CALLBACK_MISSING|MODULE)/.test(error.code ?? '')) throw error
    return importOutside(url)
  })

// What imports these first fixes them for all: fake timers of `node:test` may be in place when a function is called.
const timers = Promise.allSettled(['node:timers', 'node:timers/promises'].map(load))

/** The functions of these names of a module in `dist/`. */
exports.functionsOf = (file, names) => {
  const url = pathToFileURL(join(__dirname, '..', 'dist', file)).href
  let module
  return Object.fromEntries(
    names.map((name) => [name, async (...given) => (await (module ??= timers.then(() => load(url))))[name](...given)]),
  )
}
