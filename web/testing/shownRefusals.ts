/** A refusal that a test expects to see on the page. */
interface Expected {
  call: string
  texts: string[]
  isReceived: boolean
  isShown: boolean
  /** The dialog that was open when the page received it. */
  dialog: Element | null
}

const state = { expected: [] as Expected[] }

const findDialog = () =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? null

/** A refusal belongs in the dialog that sent the call, unless that has closed, or in an alert above it. */
function isVisible({ texts, dialog }: Expected): boolean {
  const area = dialog?.checkVisibility() ? dialog : document.body
  const alerts = document.querySelectorAll('[role="alertdialog"]')
  return [area, ...alerts].some(({ textContent }) => texts.some((text) => textContent.includes(text)))
}

function update(): void {
  for (const refusal of state.expected) refusal.isShown ||= refusal.isReceived && isVisible(refusal)
  if (state.expected.every(({ isShown, isReceived }) => isShown || !isReceived)) observer.disconnect()
}
const observer = new MutationObserver(update)

/**
 * Expects the page to make a call that is refused, and to show one of the texts. Call the result when it is refused.
 */
export function expectShown(call: string, texts: string[]): () => void {
  const refusal: Expected = { call, texts, isReceived: false, isShown: false, dialog: null }
  state.expected.push(refusal)
  return () => {
    refusal.isReceived = true
    refusal.dialog = findDialog()
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  }
}

/** Returns the expectations since the last call that weren't met. */
export function takeUnshown(): string[] {
  update()
  observer.disconnect()
  return state.expected
    .splice(0)
    .filter(({ isShown }) => !isShown)
    .map(({ call, texts, isReceived }) =>
      isReceived
        ? `The page doesn't show why ${call} was refused: ${texts.join(' ')}`
        : `No call to refuse: ${call}`,
    )
}
