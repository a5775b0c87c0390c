import i18next, { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    defaultVariables: { platform: string }
    resources: { translation: typeof en }
  }
}

/** What a screen shows where a text is missing: seen by everyone, findable by its key (SHELL-28, SHELL-29). */
export const missingText = (key: string) => `[missing "${key}" translation]`

/** A value of a newer server has no text here: the caller passes what to show instead. */
const textFor = (key: string, otherwise?: string) => otherwise ?? missingText(key)

function options(platform: string) {
  return {
    lng: 'en',
    resources: { en: { translation: en } },
    parseMissingKeyHandler: textFor,
    // React escapes already. {{platform}} can stand in every text without being handed over.
    interpolation: { escapeValue: false, defaultVariables: { platform } },
    initAsync: false,
  }
}

/** Call once before the first render. */
export function startTexts(platform: string): void {
  void i18next.use(initReactI18next).init(options(platform))
}

/** Texts without a page around them, for tests. */
export function textsFor(platform: string): i18n {
  const texts = createInstance()
  void texts.init(options(platform))
  return texts
}
