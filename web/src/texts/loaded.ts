/** The texts of the loaded modules by feature. i18next reads this object, so it finds those that are added later. */
export const loadedTexts: Record<string, object> = {}

/** Makes the texts of a feature available. Modules that show them import them, so that they load together. */
export function addTexts(feature: string, texts: object): void {
  loadedTexts[feature] = texts
}
