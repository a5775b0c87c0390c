import { useMedia } from './useMedia.ts'

/** Returns whether the window is as narrow as a phone. Style sheets repeat the width. */
export const useIsPhone = (): boolean => useMedia('(width < 43.75em)')
