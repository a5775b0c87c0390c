import { closest } from './targets.ts'

/** How long the notice is shown, as in the web app. */
const noticeMs = 1500

/** The timers that end the notices, by button. */
const ending = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

async function copy(button: HTMLElement, text: string) {
  const notice = button.nextElementSibling
  const announce = (message = '') => {
    if (notice instanceof HTMLOutputElement) notice.value = message
  }
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    announce(button.dataset['failedText'])
    return
  }
  announce(button.dataset['copiedText'])
  button.toggleAttribute('data-copied', true)
  clearTimeout(ending.get(button))
  const timer = setTimeout(() => {
    announce()
    button.toggleAttribute('data-copied', false)
  }, noticeMs)
  ending.set(button, timer)
}

export function addCopying(): void {
  document.addEventListener('click', (event) => {
    const button = closest(event, '[data-copy]')
    if (button) void copy(button, button.dataset['copy'] ?? '')
  })
}
