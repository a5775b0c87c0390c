/** Attributes that the visitor or the browser sets, and the server doesn't know. */
const isOwnState = ({ tagName }: Element, name: string) =>
  name === 'data-copied' || (name === 'open' && (tagName === 'DETAILS' || tagName === 'DIALOG'))

function updateAttributes(from: Element, to: Element) {
  for (const name of from.getAttributeNames()) {
    if (!to.hasAttribute(name) && !isOwnState(from, name)) from.removeAttribute(name)
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !isOwnState(from, name)) from.setAttribute(name, value)
  }
}

function updateField(from: Element, to: Element, keepsTyping: boolean) {
  if (from instanceof HTMLSelectElement && to instanceof HTMLSelectElement) from.value = to.value
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return
  from.checked = to.checked
  const isTyping = keepsTyping && from === document.activeElement
  if (!isTyping && from.type !== 'checkbox') from.value = to.value
}

const isSame = (from: Node, to: Node) => from.nodeName === to.nodeName

interface Options {
  /** The focused field keeps its text, because the user may keep typing while the page is fetched. */
  keepsTyping: boolean
}

/** Turns a part of the page into its new version. Remaining elements keep their focus and state. */
export function morph(from: Element, to: Element, options: Options): void {
  updateAttributes(from, to)
  updateField(from, to, options.keepsTyping)
  const before = [...from.childNodes]
  const after = [...to.childNodes]
  for (const [index, next] of after.entries()) {
    const now = before[index]
    if (!now) from.append(next)
    else if (!isSame(now, next)) now.replaceWith(next)
    else if (now instanceof Element && next instanceof Element) morph(now, next, options)
    else if (now.nodeValue !== next.nodeValue) now.nodeValue = next.nodeValue
  }
  for (const old of before.slice(after.length)) old.remove()
}
