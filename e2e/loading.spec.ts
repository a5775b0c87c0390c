import { expect, test } from './fixtures.ts'
import { appId } from './people.ts'

test.describe("a page's data", () => {
  for (const { name, address, code, data } of [
    {
      name: 'the list of apps',
      address: () => '/developer_apps?page=1&sort=internal_name',
      code: 'AppsPage',
      data: () => '/api/v1/developer_apps?page=1&per_page=50&sort=internal_name',
    },
    {
      name: 'an app',
      address: (id: number) => `/developer_apps/${id}`,
      code: 'AppPage',
      data: (id: number) => `/api/v1/manifests?page=1&per_page=100&filters[developer_app_id]=${id}`,
    },
    {
      name: "an app's settings",
      address: (id: number) => `/developer_apps/${id}/settings`,
      code: 'AppPage',
      data: (id: number) => `/api/v1/developer_apps/${id}`,
    },
  ]) {
    test(`${name} loads while the code of the page does`, async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      const started = page.waitForRequest((request) => decodeURIComponent(request.url()).includes(data(id)))
      // The code arrives only after the data was requested.
      await page.route(`**/assets/${code}-*.js`, async (route) => {
        await started
        await route.continue()
      })
      await page.goto(address(id))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})
