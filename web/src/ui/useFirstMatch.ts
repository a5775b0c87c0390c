import { useEffect, useRef, type KeyboardEvent } from 'react'

/** How often it looks for a list that has just opened and hasn't rendered yet. */
const maxTries = 20

const isOpen = (input: HTMLInputElement) => 'expanded' in input.dataset

const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')

/**
 * Continues by arrow key from the option that Mantine starts at, which is the chosen one in a list that just opened.
 */
function selectFirst(input: HTMLInputElement, list: HTMLElement) {
  const options = [...list.querySelectorAll('[data-combobox-option]')]
  for (const _ of options) {
    if (options[0]?.hasAttribute('data-combobox-selected')) return
    input.dispatchEvent(new globalThis.KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }))
  }
}

/**
 * Selects the first option whenever the search changes, so that Enter picks it. With an empty search, it selects
 * none. While the list is open, Enter does not submit the form.
 *
 * `selectFirstOptionOnChange` of Mantine's selects doesn't announce the option to screen readers, and selects one
 * even in an empty search. An arrow key does neither.
 */
export function useFirstMatch(search: string) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = ref.current
    if (search === '' || !input || !isOpen(input)) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    // Mantine goes to the chosen option once a list has opened. Before that, it has no options.
    const selectWhenDrawn = () => {
      timer = setTimeout(() => {
        const list = listOf(input)
        if (list) selectFirst(input, list)
        else if ((tries += 1) < maxTries) selectWhenDrawn()
      })
    }
    selectWhenDrawn()
    return () => clearTimeout(timer)
  }, [search])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && isOpen(event.currentTarget)) event.preventDefault()
  }
  return { ref, onKeyDown }
}
