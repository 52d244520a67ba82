// What a target that the suite starts gets of the environment: what a program needs to run, and the options of the simulator; no secret of others.

/** Of the system, of locales and times, of Node, and options that the simulator takes as variables. */
const passed =
  /^(PATH|PATHEXT|HOME|USERPROFILE|SYSTEMROOT|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|NODE_\w+|NO_COLOR|npm_execpath|ASSAY_\w+)$/i

/** Secrets of a deployment or a receiver that another command judges, and of another simulator. */
const withheld = /_(?:SECRET|TOKEN)$/i

export const targetEnvironment = (own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(own).filter(([name]) => passed.test(name) && !withheld.test(name)))
