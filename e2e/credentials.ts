import { expect, type Api, type Page } from './fixtures.ts'
import { board, createAppWithSandbox, promote, saveVersion, type TestApp } from './versions.ts'

export const production = (page: Page) => page.getByRole('region', { name: 'Production', exact: true })
export const sandbox = (page: Page) => page.getByRole('region', { name: 'Sandbox', exact: true })
export const oneTime = (page: Page) => page.getByRole('dialog', { name: /^Your new .* client secret$/ })
export const question = (page: Page) => page.getByRole('dialog', { name: /^Reset the .* client secret of / })

/** Returns the text box of the secret that a one-time display shows. */
export const shownSecret = (page: Page) => oneTime(page).getByRole('textbox', { name: 'Client secret' })

export async function openCredentials(page: Page, app: { id: number }): Promise<void> {
  await page.goto(`/developer_apps/${app.id}/oauth_credentials`)
  await expect(production(page)).toBeVisible()
}

/** Creates an app of the signed-in user with a data connector in production. */
export async function createConnectedApp(api: Api): Promise<TestApp> {
  const app = await createAppWithSandbox(api)
  await promote(api, await saveVersion(api, app, '1.0.0', { ...board, oauth: { enabled: true } }))
  return app
}

/** Returns the app as the API presents it. */
export async function fetchApp(api: Api, app: { id: number }) {
  const { body } = await api.get(`/api/v1/developer_apps/${app.id}`)
  return body as {
    uid: string
    redirect_uri: string
    allowed_cors_domain: string
    app_secret: null
    stored_secret: { last_four: string; made_at: string } | null
    sandbox: { id: number; app_id: string; stored_secret: { last_four: string } | null }
  }
}

/**
 * Returns where the page still has this text: in its document, the browser's storage, its cached calls, or anywhere
 * React can reach from its root, including the state it keeps from the previous render.
 */
export async function findText(page: Page, text: string): Promise<string[]> {
  const foundIn = await page.evaluate((needle) => {
    const root = document.querySelector('#root')
    const container = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer$'))
    if (!root || container === undefined) throw new Error('React has no root here.')
    interface Caches {
      getQueryCache: () => { getAll: () => unknown[] }
      getMutationCache: () => { getAll: () => unknown[] }
    }
    const remembered: unknown[] = []
    const reaches = (start: unknown): boolean => {
      const seen = new Set<unknown>()
      const waiting = [start]
      while (waiting.length > 0) {
        const value = waiting.pop()
        if (typeof value === 'string' && value.includes(needle)) return true
        if (value === null || !['object', 'function'].includes(typeof value) || seen.has(value)) continue
        seen.add(value)
        if (value instanceof Map || value instanceof Set) waiting.push(...value.entries())
        if (typeof (value as Caches).getQueryCache === 'function' && remembered.length === 0) {
          const client = value as Caches
          remembered.push(...client.getQueryCache().getAll(), ...client.getMutationCache().getAll())
        }
        for (const key of Reflect.ownKeys(value as object)) {
          const property = Object.getOwnPropertyDescriptor(value, key)
          if (property && 'value' in property) waiting.push(property.value)
        }
      }
      return false
    }
    const fields = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? field.value : '',
    )
    const locations = {
      react: Reflect.get(root, container) as unknown,
      document: [document.documentElement.outerHTML, ...fields],
      storage: [JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state)],
      address: location.href,
    }
    const found = Object.entries(locations).filter(([, location]) => reaches(location))
    if (remembered.length === 0) throw new Error('The memory of calls was not found.')
    return [...found.map(([name]) => name), ...(reaches(remembered) ? ['calls'] : [])]
  }, text)
  return foundIn
}
