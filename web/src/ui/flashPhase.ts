/** Shown for 3 s, then fades over 1 s (SHELL-19). */
export const flashTimes = { shownMs: 3000, fadingMs: 1000 } as const

export type FlashPhase = 'shown' | 'fading' | 'gone'

export function flashPhase(elapsedMs: number): FlashPhase {
  if (elapsedMs < flashTimes.shownMs) return 'shown'
  return elapsedMs < flashTimes.shownMs + flashTimes.fadingMs ? 'fading' : 'gone'
}
