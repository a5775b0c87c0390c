import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { appId, confirmedPerson, createApp, credentials, type Person } from './people.ts'
import { card, expectBuilding, generate, generateFake, save, supportAddress } from './sandboxes.ts'
import { heading } from './screen.ts'
import { newApp, announcement } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const uris = (page: Page) => card(page).getByRole('textbox', { name: 'Redirect URIs' })
const domains = (page: Page) => card(page).getByRole('textbox', { name: 'Allowed CORS domains' })

const wireFields = [
  'id',
  'created_at',
  'updated_at',
  'company_id',
  'url',
  'app_id',
  'app_secret',
  'redirect_uri',
  'allowed_cors_domain',
  'procore_app_id',
  'confidential',
  'grant_type',
  'status',
  'live',
]

async function loadSandbox(api: Api, id: number) {
  const { body } = await api.get(`/api/v1/developer_apps/${id}`)
  return (body as { sandbox: Record<string, string | number | null> }).sandbox
}

test(
  'no fake sandbox is offered where the server makes none',
  { tag: ['@SBX-14', '@other-settings'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await page.goto(`/developer_apps/${await appId(api, 'Toolbox Talks')}`)
    await expect(generate(page)).toBeVisible()
    await expect(generateFake(page)).toHaveCount(0)
  },
)

test.describe('an app without a sandbox', { tag: ['@SBX-05'] }, () => {
  test('asks its owner to generate one', { tag: ['@SBX-06', '@SBX-08'] }, async ({ page, signIn, api }) => {
    await signIn('owner')
    await page.goto(`/developer_apps/${await appId(api, 'Permit Pilot')}`)
    await expect(card(page)).toContainText('This app has no sandbox')
    await expect(card(page)).toContainText(
      "Generate one to get credentials for trying your app. It takes about 10 minutes, and we'll email you when it's ready.",
    )
    await expect(generate(page)).toBeEnabled()
  })

  test(
    'tells everyone else to ask the owner, by name',
    { tag: ['@SBX-06', '@SBX-07', '@SBX-16', '@SBX-17'] },
    async ({ page, signIn, api }) => {
      for (const person of ['admin-collab', 'dev-collab'] as const) {
        await signIn(person)
        await page.goto(`/developer_apps/${await appId(api, 'Permit Pilot')}`)
        await expect(card(page)).toContainText('This app has no sandbox')
        await expect(card(page)).toContainText(
          "Ask the app owner, Olivia Okafor, to generate one. It takes about 10 minutes, and the owner gets an email when it's ready.",
        )
        await expect(card(page).getByRole('button')).toHaveCount(0)
      }
    },
  )
})

test.describe('a sandbox that failed to build', () => {
  test(
    'says that the team has been notified, and the owner can generate it again',
    { tag: ['@ERR-30', '@SBX-01', '@SBX-08', '@SBX-09', '@SBX-13', '@SBX-24'] },
    async ({ page, signIn, api, mailTo }) => {
      await signIn(credentials(await confirmedPerson(api, mailTo)))
      await page.goto(`/developer_apps/${await createApp(api, 'Doomed Bridge')}`)
      await expectBuilding(page)
      const failed = card(page).getByRole('alert')
      await expect(failed).toContainText('Something went wrong building your sandbox.', { timeout: 40_000 })
      await expect(failed).toContainText('Our team has been notified. The status updates automatically.')
      await expect(failed.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
        'href',
        supportAddress,
      )
      await expect(card(page)).toContainText('You can also try again now.')
      await generate(page).click()
      await expectBuilding(page)
      await expect(failed).toHaveCount(0)
    },
  )

  test(
    'tells others that the owner can try again',
    { tag: ['@SBX-07', '@SBX-13'] },
    async ({ page, signIn, api }) => {
      await signIn('admin-collab')
      await page.goto(`/developer_apps/${await appId(api, 'Toolbox Talks')}`)
      await expect(card(page)).toContainText('Something went wrong building your sandbox.')
      await expect(card(page)).toContainText('The app owner, Olivia Okafor, can also try again now.')
      await expect(card(page).getByRole('button')).toHaveCount(0)
    },
  )
})

test.describe('a live sandbox', () => {
  let person: Person
  let id: number

  test.beforeEach(async ({ signIn, api, mailTo }) => {
    person = await confirmedPerson(api, mailTo)
    await signIn(credentials(person))
    id = (await newApp(api)).id
  })

  const open = async (page: Page) => {
    await page.goto(`/developer_apps/${id}/oauth_credentials`)
    await expect(save(page)).toBeVisible()
  }

  test(
    'shows its values with copy buttons; its owner was notified by email',
    { tag: ['@SBX-03', '@SBX-04', '@SBX-06', '@SBX-12'] },
    async ({ page, context, api, mailTo }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const sandbox = await loadSandbox(api, id)
      expect(Object.keys(sandbox)).toEqual(expect.arrayContaining(wireFields))
      await expect.poll(() => mailTo(person.email)).toContain('is ready')
      expect(await mailTo(person.email)).toContain(String(sandbox['url']))

      await open(page)
      await expect(card(page).getByRole('term')).toHaveText([
        'Created',
        'Updated',
        'Company ID',
        'Sandbox URL',
        'Client ID',
        'Client secret',
        'Trestle app ID',
      ])
      const copied = [
        ['Company ID', sandbox['company_id']],
        ['Sandbox URL', sandbox['url']],
        ['Client ID', sandbox['app_id']],
        ['Trestle app ID', sandbox['procore_app_id']],
      ] as const
      for (const [name, value] of copied) {
        await expect(
          card(page)
            .getByRole('definition')
            .filter({ hasText: String(value) }),
        ).not.toHaveCount(0)
        await card(page)
          .getByRole('button', { name: `Copy ${name}`, exact: true })
          .click()
        await expect(announcement(page, 'Copied').first()).toBeAttached()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(value))
      }
      await expect(card(page)).toContainText('No secret has been generated yet.')
      await expect(uris(page)).toBeEditable()
      await expect(domains(page)).toBeEditable()
    },
  )

  test(
    'can be saved once something changes, by button or Ctrl+S, and keeps the input',
    { tag: ['@SBX-22'] },
    async ({ page }) => {
      await open(page)
      await expect(save(page)).toBeDisabled()
      await expect(save(page)).toHaveAccessibleDescription('There are no changes to save.')
      const before = await uris(page).inputValue()
      await uris(page).fill('https://lift.example/cb')
      await expect(save(page)).toBeEnabled()
      await uris(page).fill(before)
      await expect(save(page)).toBeDisabled()

      await uris(page).fill(
        '  https://lift.example/cb\n\nhttp://localhost:3000/cb\nurn:ietf:wg:oauth:2.0:oob\n',
      )
      await domains(page).fill('lift.example,https://app.lift.example')
      await save(page).click()
      await expect(announcement(page, 'Sandbox saved')).toBeVisible()
      await expect(save(page)).toBeDisabled()
      const cleanUp = 'https://lift.example/cb\nhttp://localhost:3000/cb\nurn:ietf:wg:oauth:2.0:oob'
      await expect(uris(page)).toHaveValue(cleanUp)
      await expect(domains(page)).toHaveValue('lift.example, https://app.lift.example')
      await domains(page).fill('')
      await page.keyboard.press('Control+S')
      await expect(save(page)).toBeDisabled()
      await page.reload()
      await expect(uris(page)).toHaveValue(cleanUp)
      await expect(domains(page)).toHaveValue('')
    },
  )

  test(
    'reports each invalid redirect URI by its line and keeps the input',
    { tag: ['@SBX-18', '@SBX-19', '@SBX-20', '@SBX-21'] },
    async ({ page }) => {
      await open(page)
      const messages = [
        'Line 1: http://lift.example/cb must use https. Only http://localhost can be used without https.',
        "Line 3: lift.example isn't a full address like https://example.com/callback.",
        'Line 4: https://*.lift.example must not contain a wildcard (*). Addresses must match exactly.',
        'Line 5: https://lift.example/#a must not contain a fragment (#).',
        'Line 6: https://lift.example/cb is already on line 2.',
      ]
      const typed =
        'http://lift.example/cb\nhttps://lift.example/cb\nlift.example\nhttps://*.lift.example\nhttps://lift.example/#a\nhttps://lift.example/cb'
      await uris(page).fill(typed)
      await domains(page).focus()
      for (const sentence of messages) await expect(card(page)).toContainText(sentence)
      await expect(uris(page)).toHaveAccessibleDescription(new RegExp('Line 1: .*Line 6: ', 's'))
      await expect(uris(page)).toHaveAttribute('aria-invalid', 'true')
      await domains(page).fill('lift.example/app')
      await save(page).click()
      const summary = card(page).getByRole('alert')
      await expect(summary).toContainText('There are 2 problems to correct')
      await expect(summary).toContainText(
        "Allowed CORS domains: lift.example/app isn't a domain like example.com or https://app.example.com, without a path.",
      )
      await expectAccessible(page)
      await summary.getByRole('button', { name: /^Allowed CORS domains/ }).click()
      await expect(domains(page)).toBeFocused()
      await expect(uris(page)).toHaveValue(typed)
      await uris(page).fill('')
      await domains(page).focus()
      await expect(uris(page)).toHaveAccessibleDescription(/This field is required/)
      await uris(page).fill('https://lift.example/cb')
      await domains(page).fill('')
      await expect(summary).toHaveCount(0)
      await save(page).click()
      await expect(announcement(page, 'Sandbox saved')).toBeVisible()
    },
  )

  test('that someone else saved in the meantime can be reloaded or overwritten', async ({ page, api }) => {
    const { id: sandboxId } = await loadSandbox(api, id)
    const theirs = async (redirect_uri: string) => {
      expect((await api.patch(`/api/v1/sandboxes/${sandboxId}`, { redirect_uri })).status).toBe(200)
    }
    await theirs('https://first.example/cb')
    await open(page)
    await theirs('https://theirs.example/cb')
    await uris(page).fill('https://mine.example/cb')
    await save(page).click()
    const question = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Reload' }).click()
    await expect(uris(page)).toHaveValue('https://theirs.example/cb')
    await expect(question).toHaveCount(0)
    await expect(save(page)).toBeDisabled()

    await theirs('https://theirs-again.example/cb')
    await uris(page).fill('https://mine.example/cb')
    await save(page).click()
    await question.getByRole('button', { name: 'Overwrite' }).click()
    await expect(announcement(page, 'Sandbox saved')).toBeVisible()
    await expect(question).toHaveCount(0)
    expect((await loadSandbox(api, id))['redirect_uri']).toBe('https://mine.example/cb')
  })

  test('asks before discarding input', async ({ page }) => {
    await open(page)
    await uris(page).fill('https://lift.example/cb')
    await page.getByRole('navigation', { name: 'App pages' }).getByRole('link', { name: 'Versions' }).click()
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(uris(page)).toHaveValue('https://lift.example/cb')
    await page.getByRole('navigation', { name: 'App pages' }).getByRole('link', { name: 'Versions' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}/versions`)
    await expect(heading(page)).toBeVisible()
  })
})
