/** Taller descriptions of changes are collapsed (CHG-12). */
export const collapsedPx = 66
