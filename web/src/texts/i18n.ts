import i18next, { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { en, Limits } from './en.ts'
import { loadedTexts, loadedVariables, missingText } from './loaded.ts'
import './shell.ts'
import './ui.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    defaultVariables: { platform: string } & Limits
    resources: { translation: typeof en }
  }
}

/** Returns the caller's default for a value from a newer server, which has no text here. */
const textFor = (key: string, otherwise?: string) => otherwise ?? missingText(key)

function options(platform: string) {
  loadedVariables['platform'] = platform
  return {
    lng: 'en',
    resources: { en: { translation: loadedTexts } },
    parseMissingKeyHandler: textFor,
    // React escapes already. `defaultVariables` makes {{platform}} and the limits available in every text.
    interpolation: { escapeValue: false, defaultVariables: loadedVariables },
    initAsync: false,
  }
}

/** Initializes the texts. Call it once, before the first render. */
export function startTexts(platform: string): void {
  void i18next.use(initReactI18next).init(options(platform))
}

/** Returns the texts without a page, for tests. */
export function textsFor(platform: string): i18n {
  const texts = createInstance()
  void texts.init(options(platform))
  return texts
}
