import type { en, Limits } from './en.ts'

// The types of keys and variables are those of i18next, and so is what a string may contain (translation.ts).
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    defaultVariables: { platform: string } & Limits
    resources: { translation: typeof en }
  }
}
