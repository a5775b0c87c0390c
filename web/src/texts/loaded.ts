/** The texts of the loaded modules by feature. */
export const loadedTexts: Record<string, object> = {}

/** The variables of these texts. */
export const loadedVariables: Record<string, string | number> = {}

/**
 * Makes the texts of a feature available, and the limits that they name as variables. Modules that show them import
 * them, so that they load together.
 */
export function addTexts(feature: string, texts: object, limits: Record<string, string | number> = {}): void {
  loadedTexts[feature] = texts
  Object.assign(loadedVariables, limits)
}

/**
 * Returns what a screen shows for a missing text: visible to everyone and searchable by its key (SHELL-28,
 * SHELL-29).
 */
export const missingText = (key: string) => `[missing "${key}" translation]`
