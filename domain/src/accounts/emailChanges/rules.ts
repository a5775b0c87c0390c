/** How long the link to the new address works. */
export const emailChangeHours = 24

/** How long the link to the old address can undo the change. */
export const emailUndoDays = 7
