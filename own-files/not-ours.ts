// Something stands where only assay's own files may be removed; it was left as it is.

export class NotOurs extends Error {
  readonly code = 'not_made_by_assay'
  readonly path: string

  /** @param why goes on from the path: `is a link` */
  constructor(path: string, why: string) {
    super(`${path} ${why}`)
    this.name = 'NotOurs'
    this.path = path
  }
}
