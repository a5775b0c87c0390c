import type { ConsoleMessage, Page } from 'puppeteer-core'

/** The errors so far, each with the step in which it happened. */
export const problems: string[] = []
const current = { step: '' }

export const say = (text: string) => process.stdout.write(`${text}\n`)
export const addProblem = (text: string) => problems.push(`${current.step}: ${text}`)

export async function runStep(name: string, act: () => Promise<void>): Promise<void> {
  current.step = name
  await act()
  say(`✓ ${name}`)
}

/** Records console errors, uncaught errors and failed requests of the page. */
export function watch(page: Page): void {
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') addProblem(`console error: ${message.text()}`)
  })
  page.on('pageerror', (error) => addProblem(`uncaught error: ${String(error)}`))
  page.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? ''
    // Leaving a page aborts its requests.
    if (!/ABORT/i.test(failure)) addProblem(`${request.url()} failed: ${failure}`)
  })
}

/** Waits until a heading of the page matches. */
export async function seeHeading(page: Page, expected: RegExp): Promise<void> {
  await page.waitForFunction(
    (source: string, flags: string) =>
      [...document.querySelectorAll('main h1')].some((heading) =>
        new RegExp(source, flags).test(heading.textContent),
      ),
    {},
    expected.source,
    expected.flags,
  )
}

export const press = (page: Page, name: string, role = 'button') =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click()
export const pressInMain = (page: Page, name: string, role = 'button') =>
  page.locator(`main ::-p-aria([name="${name}"][role="${role}"])`).click()
export const pressInDialog = (page: Page, name: string) =>
  page.locator(`[role="dialog"] ::-p-aria([name="${name}"][role="button"])`).click()
export const fill = (page: Page, name: string, text: string) =>
  page.locator(`::-p-aria([name="${name}"][role="textbox"])`).fill(text)
export const seePath = (page: Page, path: RegExp) =>
  page.waitForFunction((source: string) => new RegExp(source).test(location.pathname), {}, path.source)
export const seeText = (page: Page, text: string) =>
  page.waitForFunction((expected: string) => document.body.innerText.includes(expected), {}, text)
export const seeNoDialog = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[role="dialog"]'))

export interface UploadedFile {
  name: string
  type: string
  bytes: Buffer
}

/** Makes an API call as the page's user. `file` is sent as the form field `media[file]`. */
export async function callApi(
  page: Page,
  method: string,
  path: string,
  { body, file }: { body?: object; file?: UploadedFile } = {},
): Promise<unknown> {
  const { status, text } = await page.evaluate(
    async (
      method: string,
      path: string,
      json: string | null,
      upload: { name: string; type: string; base64: string } | null,
    ) => {
      const session = (await (await fetch('/api/v1/session')).json()) as { csrf_token: string }
      const form = new FormData()
      if (upload !== null) {
        const bytes = Uint8Array.from(atob(upload.base64), (letter) => letter.codePointAt(0) ?? 0)
        form.append('media[file]', new Blob([bytes], { type: upload.type }), upload.name)
      }
      const reply = await fetch(path, {
        method,
        headers: {
          'x-csrf-token': session.csrf_token,
          ...(json !== null && { 'content-type': 'application/json' }),
        },
        body: upload === null ? json : form,
      })
      return { status: reply.status, text: await reply.text() }
    },
    method,
    path,
    body === undefined ? null : JSON.stringify(body),
    file === undefined ? null : { name: file.name, type: file.type, base64: file.bytes.toString('base64') },
  )
  if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text}`)
  return JSON.parse(text)
}
