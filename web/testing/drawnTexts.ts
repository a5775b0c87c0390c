import i18next from 'i18next'
import { onTestFinished, vi } from 'vitest'

/**
 * Records the keys of texts as they are drawn from now on, to notice parts of a page that are drawn again needlessly, or
 * before others.
 */
export function recordDrawnTexts(onDraw?: (key: string) => void): string[] {
  const keys: string[] = []
  const translate = i18next.t
  const record = (...input: Parameters<typeof translate>) => {
    const drawn = [input[0]].flat().map(String)
    keys.push(...drawn)
    if (onDraw) drawn.forEach(onDraw)
    return translate(...input)
  }
  const spy = vi.spyOn(i18next, 't').mockImplementation(record as typeof translate)
  onTestFinished(() => spy.mockRestore())
  return keys
}
