import { morph } from './morph.ts'
import { closest } from './targets.ts'

/** The pause in typing before a search runs, as in the web app. */
const typingMs = 500

const selector = 'form[data-refresh]'
const content = () => document.querySelector('main')

interface Running {
  request: AbortController
  /** Retries the page that couldn't be fetched. */
  retry: (() => void) | undefined
  typing: ReturnType<typeof setTimeout> | undefined
  /** Called after the content of the page has changed. */
  onShown: () => void
}
const running: Running = {
  request: new AbortController(),
  retry: undefined,
  typing: undefined,
  onShown: () => {},
}

const toPage = ({ pathname, search }: Location | URL) => pathname + search
const current = { page: toPage(location) }

/**
 * Omits `noscript` elements and inline styles. This page already has the styles, with a nonce that its policy allows.
 */
function parse(html: string): Document {
  const styleless = html.replaceAll(/<style[^>]*>[^<]*<\/style>/g, '')
  const parsed = new DOMParser().parseFromString(styleless, 'text/html')
  for (const each of parsed.querySelectorAll('noscript')) each.replaceChildren()
  return parsed
}

/** Shows or hides the notice that there is no connection. */
function setUnreachable(isUnreachable: boolean) {
  const notice = document.querySelector<HTMLElement>('[data-unreachable]')
  if (notice) notice.hidden = !isUnreachable
}

/** Returns the page at an address, or null without a connection. */
async function fetchPage(
  address: string,
  signal: AbortSignal,
): Promise<{ isOk: boolean; html: string } | null> {
  try {
    const reply = await fetch(address, { signal })
    return { isOk: reply.ok, html: await reply.text() }
  } catch {
    return null
  }
}

/** Fetches the page at another address and replaces this page's content with it. */
async function show(address: string, options: { keepsTyping: boolean }): Promise<void> {
  running.request.abort()
  running.request = new AbortController()
  running.retry = undefined
  const { signal } = running.request
  const main = content()
  if (!main) return
  main.ariaBusy = 'true'
  const fetched = await fetchPage(address, signal)
  // A later request aborts this one.
  if (signal.aborted) return
  if (fetched === null) {
    main.ariaBusy = null
    running.retry = () => void show(address, options)
    setUnreachable(true)
    return
  }
  const next = parse(fetched.html)
  const nextMain = next.querySelector('main')
  // Not a page like this one: an error, or the web app after signing in elsewhere.
  if (!fetched.isOk || !nextMain) {
    location.assign(address)
    return
  }
  const hadFocus = main.contains(document.activeElement)
  document.title = next.title
  morph(main, nextMain, options)
  setUnreachable(false)
  running.onShown()
  if (hadFocus && !main.contains(document.activeElement)) content()?.focus({ preventScroll: true })
}

/** During a search, only its latest words stay in the history, if the form says so. */
function open(address: string, form: HTMLFormElement): Promise<void> {
  clearTimeout(running.typing)
  const next = new URL(address, location.href)
  const replaces = form.dataset['refresh'] === 'replace' && location.search !== '' && next.search !== ''
  if (replaces) history.replaceState(null, '', address)
  else if (toPage(next) !== toPage(location)) history.pushState(null, '', address)
  current.page = toPage(location)
  return show(address, { keepsTyping: true })
}

/** Returns the fields of a form except those that an address omits. */
function listFields(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  for (const field of form.querySelectorAll<HTMLSelectElement>('select[data-default]')) {
    if (field.value === field.dataset['default']) data.delete(field.name)
  }
  // Without them, an address means all of these choices.
  for (const choices of form.querySelectorAll<HTMLElement>('[data-none]')) {
    const boxes = [...choices.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
    const name = boxes[0]?.name ?? ''
    if (boxes.every(({ checked }) => checked)) data.delete(name)
    if (!boxes.some(({ checked }) => checked)) data.append(name, choices.dataset['none'] ?? '')
  }
  return data
}

/** Returns where a form leads, with readable brackets and without empty fields. */
function toAddress(form: HTMLFormElement): string {
  const fields = [...listFields(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
  )
  const query = fields
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
  return query === '' ? toPath(form) : `${toPath(form)}?${query}`
}

const toPath = ({ action }: HTMLFormElement) => new URL(action).pathname

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

function onClick(event: MouseEvent) {
  const form = closest<HTMLFormElement>(event, selector)
  if (!form) return
  const clear = closest(event, '[data-clear]')
  const field = clear && form.elements.namedItem(clear.dataset['clear'] ?? '')
  if (field instanceof HTMLInputElement) {
    field.value = ''
    field.focus()
    void open(toAddress(form), form)
  }
  const link = closest<HTMLAnchorElement>(event, 'a')
  if (!link || !isPlainClick(event) || new URL(link.href).pathname !== toPath(form)) return
  event.preventDefault()
  void open(link.getAttribute('href') ?? '', form)
}

/** Applies the filters of a form as they change. Each is an entry in the history, as in the web app. */
export function addRefreshing(onShown: () => void): void {
  running.onShown = onShown
  document.addEventListener('click', onClick)
  document.addEventListener('click', (event) => {
    if (closest(event, '[data-retry]')) running.retry?.()
  })
  window.addEventListener('online', () => running.retry?.())
  document.addEventListener('submit', (event) => {
    const form = closest<HTMLFormElement>(event, selector)
    if (!form) return
    event.preventDefault()
    void open(toAddress(form), form)
  })
  document.addEventListener('input', (event) => {
    const form = closest<HTMLFormElement>(event, selector)
    if (!form) return
    const isTyped = closest(event, 'input[type="search"]') !== null
    clearTimeout(running.typing)
    running.typing = setTimeout(() => void open(toAddress(form), form), isTyped ? typingMs : 0)
  })
  window.addEventListener('popstate', () => {
    if (toPage(location) === current.page) return
    current.page = toPage(location)
    // Back and forward show what was searched for then, not what was typed since.
    clearTimeout(running.typing)
    void show(location.href, { keepsTyping: false })
  })
}
