import { onTestFinished, vi } from 'vitest'
import { translator } from '../src/texts/translation.ts'

/**
 * Records the keys of texts as they render from now on, to detect parts of a page that rerender needlessly or before
 * others.
 */
export function recordDrawnTexts(onDraw?: (key: string) => void): string[] {
  const keys: string[] = []
  const { translate } = translator
  const spy = vi.spyOn(translator, 'translate').mockImplementation((key, options) => {
    keys.push(key)
    onDraw?.(key)
    return translate(key, options)
  })
  onTestFinished(() => spy.mockRestore())
  return keys
}
