import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { csvCells } from './lists.ts'
import { findAppId, demoEmail } from './people.ts'
import { heading } from './screen.ts'

const card = (page: Page) => page.getByRole('region', { name: 'API usage report' })
const generate = (page: Page) => card(page).getByRole('button', { name: 'Generate report' })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'App pages' })

test(
  'the Metrics tab sends a usage report by email, opens the engagement report, and both are counted',
  {
    tag: [
      '@APP-19',
      '@APP-20',
      '@APP-30',
      '@APP-31',
      '@APP-32',
      '@API-28',
      '@MET-28',
      '@USAGE-03',
      '@USAGE-05',
      '@USAGE-07',
      '@USAGE-08',
      '@USAGE-10',
    ],
  },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    // Records requests, because a page that was left reports no responses.
    const recorded: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/analytics')) recorded.push(request.postDataJSON())
    })
    const view = (source: string) => ({
      key: 'developers.app_metrics.view_report.clicked',
      additional_properties: { developer_app_id: id, developer_app_name: 'Site Sync', source },
    })
    await page.goto(`/developer_apps/${id}/versions`)
    await tabs(page).getByRole('link', { name: 'Metrics' }).click()
    await expect(page).toHaveTitle('Metrics · Site Sync · Trestle')
    await expect.poll(() => recorded).toEqual([view('tab')])

    await test.step('the usage report', async () => {
      await generate(page).click()
      const email = demoEmail('owner')
      await expect(card(page)).toContainText(`The report was emailed to ${email} on`)
      await expect(generate(page)).toHaveAccessibleDescription(
        /^You can request the next report in [45]:\d\d\.$/,
      )
      await expectAccessible(page)
      const mail = await mailTo(email)
      const link =
        /download="(api-usage-[^"]+\.csv)" href="data:text\/csv;charset=utf-8;base64,([^"]+)"/.exec(mail)
      expect(link?.[1]).toMatch(
        new RegExp(`^api-usage-${id}-\\d{4}-\\d\\d-\\d\\d-to-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
      )
      const [header, ...rows] = csvCells(Buffer.from(link?.[2] ?? '', 'base64').toString('utf8'))
      expect(header?.join()).toBe('Date,Response Code,HTTP Method,Normalized Route,Count')
      expect(rows.length).toBeGreaterThan(100)
      expect(new Set(rows.map(([date]) => date)).size).toBeLessThanOrEqual(30)
    })

    await page.getByRole('link', { name: 'View metrics report' }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}/engagement_report`)
    await expect(heading(page)).toHaveText('App Engagement Report')
    await expect.poll(() => recorded).toEqual([view('tab'), view('button')])
  },
)
