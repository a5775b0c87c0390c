import { addTexts } from './loaded.ts'

/** Separate from `settings`, so that every staff page about an app loads only this text with its form. */
export const uploads = {
  canceled: 'The upload was canceled. Nothing was saved.',
} as const

addTexts('uploads', uploads)
