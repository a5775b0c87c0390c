/** How much the body of one call may hold. Files of a form have limits of their own. */
export interface BodyLimit {
  kilobytes: number
  /** Fields of objects and entries of lists, at every depth. */
  values: number
}

/** Enough for the forms of the product; a contract that takes more says so. */
export const defaultBodyLimit: BodyLimit = { kilobytes: 64, values: 2_000 }

export const maxBodyDepth = 40
