import { closest } from './targets.ts'

/** How long the notice is shown, as in the web app. */
const noticeMs = 1500

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
  setTimeout(() => {
    announce()
    button.toggleAttribute('data-copied', false)
  }, noticeMs)
}

export function addCopying(): void {
  document.addEventListener('click', (event) => {
    const button = closest(event, '[data-copy]')
    if (button) void copy(button, button.dataset['copy'] ?? '')
  })
}
