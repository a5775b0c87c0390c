import { useHotkeys } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'
import { collectTyping } from './collectTyping.ts'

/** Whether a dialog covers the page. It may ask a question, which the palette would leave unanswered. */
const isCovered = () => document.querySelector('[aria-modal="true"]') !== null

interface PaletteOptions {
  /** Signed-out users have no palette, so the browser keeps the shortcut. */
  isOffered: boolean
  load: () => Promise<void>
}

/** Opens the palette on Ctrl/Cmd+K and by a button, and collects what is typed until its input has the focus. */
export function usePalette({ isOffered, load }: PaletteOptions) {
  const [opened, setOpened] = useState(false)
  const endTyping = useRef<() => string>(() => '')
  const takeTyped = useCallback(() => endTyping.current(), [])
  const close = () => {
    takeTyped()
    setOpened(false)
  }
  const open = () => {
    if (isCovered()) return
    takeTyped()
    endTyping.current = collectTyping(close)
    setOpened(true)
    // The notice that it didn't load has buttons, which need the keys.
    load().catch(takeTyped)
  }
  useHotkeys(isOffered ? [['mod+K', open]] : [], [])
  return { open, dialog: { opened, onClose: close, takeTyped } }
}
