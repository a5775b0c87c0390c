import { demoPassword } from '../server/seed/people.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import {
  registerConfirmed,
  confirmWithPassword,
  credentials,
  demoEmail,
  fillSignIn,
  linkIn,
  newPerson,
  type Person,
} from './people.ts'
import {
  createAppWithSandbox,
  productionTable,
  promote,
  review,
  saveVersion,
  submission,
} from './versions.ts'
import { heading } from './screen.ts'

test.describe.configure({ timeout: 180_000 })

const board = (address: string) =>
  JSON.stringify({ schema_version: '4.1', fullscreen: { source_url: address, description: '' } }, null, 2)

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const versionSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const productionRow = (page: Page, version: string) =>
  productionTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `View the manifest of version ${version}` }) })

async function signUp(page: Page, person: Person) {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Last name').fill(person.last_name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill(person.password)
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page)).toHaveText('Check your email')
}

/** Signs the current user out and another one in, using the form. */
async function changeTo(page: Page, email: string, password: string) {
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  // Chromium sometimes holds back the reply while it clears the storage. The page then says that signing out failed.
  await expect(async () => {
    await page.getByRole('button', { name: /^Account menu of/ }).click({ timeout: 5_000 })
    await page.getByRole('menuitem', { name: 'Sign Out' }).click({ timeout: 5_000 })
    await expect(signIn).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 75_000 })
  await signIn.click()
  await fillSignIn(page, email, password)
  await expect(page).toHaveURL('/developer_apps')
}

/** Creates a version with the editor, which starts from the app's latest one, and waits until it exists. */
async function createVersion(page: Page, number: string, address: string) {
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  const editor = dialog(page, /^Create New Version of/)
  const create = editor.getByRole('button', { name: 'Create version' })
  await expect(editor.getByLabel('Version number')).toHaveValue(number)
  await editor.getByRole('textbox', { name: 'Manifest, JSON' }).fill(board(address))
  await expect(editor.getByRole('status').filter({ hasText: 'Validation passed' })).toBeVisible()
  await create.click()
  await expect(editor).toBeHidden()
  await expect(versionSection(page, `Version ${number}`)).toContainText('Ready for Testing')
}

async function promoteVersion(page: Page, number: string, notes: string) {
  await page.getByRole('button', { name: 'Promote', exact: true }).click()
  const confirmation = dialog(page, `Promote version ${number} to production`)
  await confirmation.getByLabel('Release notes').fill(notes)
  await confirmation.getByRole('button', { name: 'Promote to production' }).click()
  await expect(confirmation).toBeHidden()
}

async function submit(page: Page, number: string, notes: string) {
  await productionRow(page, number)
    .getByRole('button', { name: /^Submit for Review/ })
    .click()
  const form = dialog(page, `Submit version ${number} for review`)
  await form.getByLabel('Notes for the reviewer').fill(notes)
  await form.getByRole('button', { name: 'Submit for Review' }).click()
  await expect(form).toBeHidden()
  await expect(productionRow(page, number)).toContainText('Under review')
}

async function openFromQueue(page: Page, app: string) {
  await page.goto('/developer_apps')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Admin' }).click()
  await page.getByRole('menuitem', { name: 'Review Queue' }).click()
  const row = page.getByRole('table', { name: 'Apps in the review queue' }).getByRole('row', { name: app })
  await expect(row).toContainText('Manifest')
  await row.getByRole('link', { name: app, exact: true }).click()
  await expect(heading(page)).toHaveText(`Edit - ${app}`)
}

async function decide(page: Page, move: 'Approve' | 'Reject', number: string, notes: string) {
  await productionRow(page, number)
    .getByRole('button', { name: `${move}: version ${number}` })
    .click()
  const form = dialog(page, `${move} version ${number}`)
  await form.getByLabel('Message to the developers').fill(notes)
  await form.getByRole('button', { name: move }).click()
  await expect(form).toBeHidden()
}

test(
  'a developer signs up, builds an app, has its version reviewed and sees it approved',
  {
    tag: [
      '@embedded',
      '@SHELL-01',
      '@APP-11',
      '@APP-13',
      '@SBX-06',
      '@SBX-09',
      '@MAN-21',
      '@MAN-25',
      '@MAN-40',
      '@PROM-02',
      '@PROM-03',
      '@PROM-05',
      '@PROM-06',
      '@PROM-09',
      '@PROM-12',
      '@PROM-15',
      '@PROM-19',
      '@PROM-21',
      '@PROM-23',
    ],
  },
  async ({ page, mailTo }) => {
    const person = newPerson()
    const app = `Pour Planner ${person.email.slice(6, 14)}`
    let appPath = ''

    await test.step('signs up, confirms the address and signs in', async () => {
      await signUp(page, person)
      await page.goto(linkIn(await mailTo(person.email), 'confirm_email'))
      await confirmWithPassword(page, person.password)
      await page.getByRole('main').getByRole('link', { name: 'Go to My Apps' }).click()
      await expect(page.getByRole('main')).toContainText('You have no apps yet')
    })

    await test.step('creates an app and gets its sandbox', async () => {
      await page.getByRole('button', { name: 'Create App' }).first().click()
      await dialog(page, 'Create an app').getByLabel('App Name').fill(app)
      await dialog(page, 'Create an app').getByRole('button', { name: 'Create App' }).click()
      await expect(dialog(page, `Creating ${app}…`)).toBeVisible()
      await expect(page).toHaveURL(/\/developer_apps\/\d+$/)
      appPath = new URL(page.url()).pathname
      await expect(heading(page)).toHaveText(app)
      await expect(versionSection(page, 'No version yet')).toContainText('Draft')
      await expect.poll(() => mailTo(person.email)).toContain(`The sandbox of ${app} is ready`)
    })

    await test.step('writes a manifest until it is valid, and saves it as the first version', async () => {
      await page.getByRole('button', { name: 'Edit as JSON' }).click()
      const editor = dialog(page, `Create New Version of ${app}`)
      const json = editor.getByRole('textbox', { name: 'Manifest, JSON' })
      await json.fill(board('https://pours.example.test/{{site}}'))
      await expect(editor.getByRole('status').filter({ hasText: '1 problem found' })).toBeVisible()
      await expect(editor.getByRole('button', { name: 'Create version' })).toHaveAccessibleDescription(
        'Correct the manifest first.',
      )
      await json.fill(board('https://pours.example.test/board'))
      await expect(editor.getByRole('status').filter({ hasText: 'Validation passed' })).toBeVisible()
      await expect(editor.getByLabel('Version number')).toHaveValue('0.1.0')
      await editor.getByRole('button', { name: 'Create version' }).click()
      await expect(editor).toBeHidden()
      await expect(versionSection(page, 'Version 0.1.0')).toContainText('Ready for Testing')
    })

    await test.step('promotes it, which leads to the production versions, and submits it', async () => {
      await promoteVersion(page, '0.1.0', "The board of today's pours.")
      await expect(page).toHaveURL(`${appPath}/versions?environment=production`)
      await expect(page.getByRole('tab', { name: 'Production' })).toHaveAttribute('aria-selected', 'true')
      await expect(productionRow(page, '0.1.0')).toContainText('Not submitted')
      await submit(page, '0.1.0', 'Any project of the demo company has pours.')
      await page.goto(appPath)
      await expect(versionSection(page, 'Version 0.1.0')).toContainText('Under Review')
      const mail = await mailTo(demoEmail('staff'))
      expect(mail).toContain(`Version 0.1.0 of ${app} needs review`)
      expect(mail).toContain('Any project of the demo company has pours.')
      expect(mail).toContain(`/admin${appPath}`)
    })

    await test.step('staff find it in the review queue and approve it', async () => {
      await changeTo(page, demoEmail('staff'), demoPassword)
      await openFromQueue(page, app)
      await expect(page).toHaveURL(`/admin${appPath}`)
      await decide(page, 'Approve', '0.1.0', 'Clear and quick. Welcome.')
      await expect(productionRow(page, '0.1.0')).toContainText('Approved')
      await page.goto('/admin/developer_apps/review_queue')
      await expect(page.getByRole('link', { name: 'Crane Watch', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: app })).toHaveCount(0)
    })

    await test.step('the developer reads of it in a mail and sees the approved version', async () => {
      await expect.poll(() => mailTo(person.email)).toContain(`Version 0.1.0 of ${app} was approved`)
      expect(await mailTo(person.email)).toContain('Clear and quick. Welcome.')
      await changeTo(page, person.email, person.password)
      await expect(page.getByRole('row', { name: app })).toContainText('Approved Version')
      await page.getByRole('link', { name: app }).click()
      await expect(versionSection(page, 'Version 0.1.0')).toContainText('Approved Version')
    })
  },
)

/** Creates an app through the API whose version 0.1.0 is waiting for review. */
async function createAppUnderReview(api: Api) {
  const app = await createAppWithSandbox(api)
  const key = await promote(api, await saveVersion(api, app, '0.1.0'))
  await review(api, key, submission)
  return app
}

test(
  "a rejected version shows the reviewer's notes; the correction is a new version that is submitted again",
  { tag: ['@PROM-22', '@PROM-24', '@PROM-25', '@PROM-26'] },
  async ({ page, api, signIn, mailTo }) => {
    const person = await registerConfirmed(api, mailTo)
    await signIn(credentials(person))
    const { id, name: app } = await createAppUnderReview(api)

    await test.step('staff reject it, which needs a word of why', async () => {
      await signIn('staff')
      await openFromQueue(page, app)
      const row = productionRow(page, '0.1.0')
      await expect(row.getByRole('button', { name: 'Approve: version 0.1.0' })).toBeVisible()
      await expect(row.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
      await row.getByRole('button', { name: 'Reject: version 0.1.0' }).click()
      const form = dialog(page, 'Reject version 0.1.0')
      await form.getByRole('button', { name: 'Reject' }).click()
      await expect(form.getByLabel('Message to the developers')).toHaveAccessibleDescription(
        /This field is required/,
      )
      await form.getByLabel('Message to the developers').fill('The board stays empty on a phone.')
      await form.getByRole('button', { name: 'Reject' }).click()
      await expect(form).toBeHidden()
      await expect(row).toContainText('Rejected')
      await expect(row.getByRole('button', { name: /^(Approve|Reject)/ })).toHaveCount(0)
    })

    await test.step('the developer reads why, and saves and promotes a new version', async () => {
      await expect.poll(() => mailTo(person.email)).toContain(`Version 0.1.0 of ${app} was rejected`)
      expect(await mailTo(person.email)).toContain('The board stays empty on a phone.')
      await signIn(credentials(person))
      await page.goto(`/developer_apps/${id}`)
      await expect(versionSection(page, 'Version 0.1.0')).toContainText('Promoted')
      await expect(
        page.getByText('Version 0.1.0 was rejected today. Fix it in a new version, or submit it again.'),
      ).toBeVisible()
      await expect(page.getByText(/^Version 0\.1\.0 was rejected on .* [ap]m$/)).toBeVisible()
      await expect(page.getByText('The board stays empty on a phone.')).toBeVisible()
      await expectAccessible(page)
      await createVersion(page, '0.2.0', 'https://pours.example.test/board?small=yes')
      await promoteVersion(page, '0.2.0', 'The board fits on a phone.')
      await expect(
        productionRow(page, '0.1.0').getByRole('button', { name: /^(Approve|Reject)/ }),
      ).toHaveCount(0)
      await submit(page, '0.2.0', 'The board now fits on a phone.')
      await expect(productionRow(page, '0.2.0').getByRole('button', { name: /^Withdraw/ })).toBeVisible()
    })

    await test.step('staff find the new version in the queue and approve it', async () => {
      await signIn('staff')
      await openFromQueue(page, app)
      await productionRow(page, '0.2.0')
        .getByRole('button', { name: /^Review notes/ })
        .click()
      const notes = dialog(page, 'Review notes of version 0.2.0')
      await expect(notes).toContainText('The board now fits on a phone.')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await decide(page, 'Approve', '0.2.0', 'Thank you.')
      await expect(productionRow(page, '0.2.0')).toContainText('Approved')
      await expect.poll(() => mailTo(person.email)).toContain(`Version 0.2.0 of ${app} was approved`)
    })
  },
)
