import { createInstance, type i18n } from 'i18next'
import { loadedTexts, loadedVariables, missingText } from '../src/texts/loaded.ts'
import '../src/texts/shell.ts'
import '../src/texts/ui.ts'
import type {} from '../src/texts/types.ts'

/** Returns the caller's default for a value from a newer server, which has no text here. */
const textFor = (key: string, otherwise?: string) => otherwise ?? missingText(key)

/** Returns the texts as i18next shows them, the reference for the product's own implementation (decision 39). */
export function textsFor(platform: string): i18n {
  const texts = createInstance()
  loadedVariables['platform'] = platform
  void texts.init({
    lng: 'en',
    resources: { en: { translation: loadedTexts } },
    parseMissingKeyHandler: textFor,
    // React escapes already. `defaultVariables` makes {{platform}} and the limits available in every text.
    interpolation: { escapeValue: false, defaultVariables: loadedVariables },
    initAsync: false,
  })
  return texts
}
