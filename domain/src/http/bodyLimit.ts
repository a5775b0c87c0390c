/** Limits the body of one call. Files in a form have their own limits. */
export interface BodyLimit {
  kilobytes: number
  /** Object fields and list entries, at every depth. */
  values: number
}

/** Enough for the product's forms; a contract that needs more says so. */
export const defaultBodyLimit: BodyLimit = { kilobytes: 64, values: 2_000 }

export const maxBodyDepth = 40
