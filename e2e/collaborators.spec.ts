import type { Request } from '@playwright/test'
import {
  chooseFromMenu,
  colleague,
  fullName,
  inviteByApi,
  openCollaborators,
  roleRadio,
  toRow,
  saveRoles,
  section,
} from './collaborators.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { confirmedPerson, credentials, fillSignIn, linkIn, newPerson } from './people.ts'
import { heading } from './screen.ts'
import { newApp, announcement, type TestApp } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

let app: TestApp
test.beforeEach(async ({ signIn, api }) => {
  await signIn('owner')
  app = await newApp(api)
})

const owner = 'Olivia Okafor'

/** Returns the next event with this key that the page reports. */
const reported = (page: Page, key: string) =>
  page.waitForRequest(
    (request: Request) =>
      request.url().endsWith('/api/v1/analytics') && request.postData()?.includes(key) === true,
  )

async function signOut(page: Page) {
  await page.context().clearCookies()
}

const main = (page: Page) => page.getByRole('main')

test.describe('inviting', () => {
  test(
    'a new user: from the email through sign-up to the app',
    { tag: ['@API-30', '@COLL-01', '@COLL-03', '@COLL-06', '@COLL-15', '@COLL-16'] },
    async ({ page, mailTo }) => {
      const person = newPerson()
      await openCollaborators(page, app)
      await expect(section(page)).toContainText('Only you work on this app so far.')
      await section(page).getByRole('button', { name: 'Add Another User' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Another User' })
      await expect(dialog.getByRole('textbox', { name: 'Email address' })).toBeFocused()
      await expect(dialog.getByRole('radio')).toHaveCount(2)
      await expect(dialog.getByRole('radio', { name: 'Developer' })).toBeChecked()
      await dialog.getByRole('textbox', { name: 'Email address' }).fill(person.email)
      await dialog.getByRole('radio', { name: 'Admin' }).check()
      const sent = reported(page, 'developers.invitation.sent')
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await sent
      await expect(announcement(page, `Invitation sent to ${person.email}`)).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(section(page).getByRole('button', { name: 'Add Another User' })).toBeFocused()
      await expect(toRow(page, person.email)).toContainText('Pending invitation')
      await expect(toRow(page, person.email)).toContainText(`Sent by ${owner}, expires`)
      await expect(roleRadio(page, 'Admin', person.email)).toBeChecked()
      await expect(roleRadio(page, 'Developer', person.email)).toBeDisabled()

      const mail = await mailTo(person.email)
      expect(mail).toContain(`"${owner}" invites you to work on the app "${app.name}"`)
      await signOut(page)
      await page.goto(linkIn(mail, 'invitations'))
      await expect(heading(page)).toHaveText(`Work on ${app.name}`)
      await expect(main(page)).toContainText(
        `${owner} invites ${person.email} to work on the app ${app.name}.`,
      )
      await expect(main(page)).toContainText('Your role would be Admin.')
      await expectAccessible(page)
      await main(page).getByRole('link', { name: 'Sign Up' }).click()
      await expect(page.getByLabel('Email address')).toHaveValue(person.email)
      await page.getByLabel('First name').fill(person.first_name)
      await page.getByLabel('Last name').fill(person.last_name)
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
      await page.getByRole('textbox', { name: 'Repeat the password', exact: true }).fill(person.password)
      await page.getByRole('checkbox', { name: /I accept/ }).check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(heading(page)).toHaveText('Check your email')
      await main(page).getByRole('link', { name: 'Sign In' }).click()
      await expect(page.getByLabel('Email address')).toHaveValue(person.email)
      await fillSignIn(page, person.email, person.password)
      await expect(heading(page)).toHaveText(`Work on ${app.name}`)
      await expect(page.getByRole('complementary', { name: 'Email confirmation' })).toBeVisible()
      const accepted = reported(page, 'developers.invitation.accepted')
      await main(page).getByRole('button', { name: 'Accept invitation' }).click()
      await accepted
      await expect(page).toHaveURL(`/developer_apps/${app.id}`)
      await expect(announcement(page, `You now work on ${app.name}`)).toBeVisible()
      await expect(page.getByRole('complementary', { name: 'Email confirmation' })).toHaveCount(0)
      await openCollaborators(page, app)
      await expect(toRow(page, person.email)).toContainText('You')
      await expect(roleRadio(page, 'Admin', fullName(person))).toBeChecked()
    },
  )

  test(
    'requires a valid address and refuses existing collaborators and pending invitations',
    { tag: ['@COLL-02', '@COLL-15'] },
    async ({ page, api, signIn, mailTo }) => {
      const { email } = newPerson()
      await inviteByApi({ api, signIn, mailTo }, app, email)
      await openCollaborators(page, app)
      await section(page).getByRole('button', { name: 'Add Another User' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Another User' })
      const field = dialog.getByRole('textbox', { name: 'Email address' })
      const send = dialog.getByRole('button', { name: 'Send invitation' })
      await send.click()
      await expect(field).toHaveAccessibleDescription(/This field is required/)
      await field.fill('not an address')
      await send.click()
      await expect(field).toHaveAccessibleDescription(/This email is invalid/)
      await field.fill('owner@demo.test')
      await send.click()
      await expect(field).toHaveAccessibleDescription(new RegExp(`${owner} already works on this app.`))
      await field.fill(email)
      await send.click()
      await expect(dialog.getByRole('alert')).toContainText(`${email} is already invited.`)
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Discard your changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(field).toHaveValue(email)
    },
  )

  test(
    'can be resent and canceled from the row menu',
    { tag: ['@COLL-07', '@COLL-12', '@COLL-16'] },
    async ({ page, api, signIn, mailTo }) => {
      const { email } = newPerson()
      const { path } = await inviteByApi({ api, signIn, mailTo }, app, email)
      await openCollaborators(page, app)
      await chooseFromMenu(page, email, 'Resend invitation')
      await expect(announcement(page, `Invitation resent to ${email}`)).toBeVisible()
      await expect.poll(async () => linkIn(await mailTo(email), 'invitations')).not.toBe(path)
      await page.goto(path)
      await expect(heading(page)).toHaveText("This link doesn't work")
      await expect(main(page)).toContainText('Open the link in the most recent email')

      const newest = linkIn(await mailTo(email), 'invitations')
      await openCollaborators(page, app)
      await chooseFromMenu(page, email, 'Cancel invitation')
      const question = page.getByRole('dialog', { name: `Cancel the invitation of ${email}?` })
      await expect(question.getByRole('button', { name: 'Keep invitation' })).toBeFocused()
      const canceled = reported(page, 'developers.invitation.canceled')
      await question.getByRole('button', { name: 'Cancel invitation' }).click()
      await canceled
      await expect(toRow(page, email)).toHaveCount(0)
      await page.goto(newest)
      await expect(main(page)).toContainText(
        `This invitation was canceled. If you need access to ${app.name}, ask ${owner} for a new one.`,
      )
    },
  )
})

test.describe('an invitation', () => {
  test(
    'for someone else says whose it is and offers to switch accounts',
    { tag: ['@COLL-15'] },
    async ({ page, api, signIn, mailTo }) => {
      const person = await confirmedPerson(api, mailTo)
      const { path } = await inviteByApi({ api, signIn, mailTo }, app, person.email)
      await signIn('stranger')
      await page.goto(path)
      await expect(main(page)).toContainText(
        `This invitation is for ${person.email}. You are signed in as stranger@demo.test.`,
      )
      await expect(main(page).getByRole('button', { name: 'Accept invitation' })).toHaveCount(0)
      await expectAccessible(page)
      await main(page).getByRole('button', { name: 'Switch account' }).click()
      await expect(page.getByLabel('Email address')).toHaveValue(person.email)
      await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
      await main(page).getByRole('button', { name: 'Sign In' }).click()
      await main(page).getByRole('button', { name: 'Accept invitation' }).click()
      await expect(page).toHaveURL(`/developer_apps/${app.id}`)

      await page.goto(path)
      await expect(main(page)).toContainText(`You already work on ${app.name}.`)
      await expectAccessible(page)
      await main(page)
        .getByRole('link', { name: `Open ${app.name}` })
        .click()
      await expect(heading(page)).toHaveText(app.name)
      await signIn('stranger')
      await page.goto(path)
      await expect(main(page)).toContainText(`This invitation was accepted. It belongs to ${person.email}.`)
      await signOut(page)
      await page.goto(path)
      await expect(main(page)).toContainText(`Sign in with ${person.email} to open the app.`)
    },
  )

  test(
    'that expired says when, in the list and behind its link',
    { tag: ['@COLL-06', '@COLL-15'] },
    async ({ page, api, signIn, mailTo }) => {
      const { email } = newPerson()
      const { path } = await inviteByApi({ api, signIn, mailTo }, app, email)
      // The server's clock can't move, so this edits its reply to what it would send two weeks later.
      await page.route(/\/api\/v1\/invitations[?/]/, async (route) => {
        const text = await (await route.fetch()).text()
        await route.fulfill({
          contentType: 'application/json',
          body: text.replaceAll('"status":"pending"', '"status":"expired"'),
        })
      })
      await openCollaborators(page, app)
      await expect(toRow(page, email)).toContainText('Expired invitation')
      await expect(toRow(page, email)).toContainText(`Sent by ${owner}, expired`)
      await expectAccessible(page)
      await page.goto(path)
      await expect(main(page)).toContainText(
        /This invitation expired on .* Ask Olivia Okafor to send it again\./,
      )
    },
  )

  test('that cannot be loaded offers to retry', { tag: ['@COLL-15'] }, async ({ page }) => {
    await page.route('**/invitations/*/preview', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/invitations/some-link')
    await expect(main(page)).toContainText('The invitation could not be loaded')
    await page.unroute('**/invitations/*/preview')
    await main(page).getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page)).toHaveText("This link doesn't work")
  })
})

test.describe('the table of collaborators', () => {
  test(
    "changes roles with radios and one save button; the owner's and one's own role are fixed",
    { tag: ['@COLL-04', '@COLL-10', '@COLL-11', '@ROLE-09'] },
    async ({ page, api, signIn, mailTo }) => {
      const call = { api, signIn, mailTo }
      const devi = await colleague(call, app, 'Devi', 'developer')
      const adam = await colleague(call, app, 'Adam', 'admin')
      await openCollaborators(page, app)
      await expect(section(page).getByRole('columnheader')).toHaveText([
        'Name',
        'Owner',
        'Admin',
        'Developer',
        'User',
        'Actions',
      ])
      for (const name of [owner, fullName(devi), fullName(adam)]) {
        await expect(roleRadio(page, 'Owner', name)).toBeDisabled()
      }
      await expect(roleRadio(page, 'Admin', owner)).toBeDisabled()
      await expect(roleRadio(page, 'User', fullName(devi))).toBeDisabled()
      await expect(saveRoles(page)).toBeDisabled()
      await expect(saveRoles(page)).toHaveAccessibleDescription('There are no changes to save.')
      await roleRadio(page, 'Admin', fullName(devi)).check()
      await expect(saveRoles(page)).toBeEnabled()
      await roleRadio(page, 'Developer', fullName(devi)).check()
      await expect(saveRoles(page)).toBeDisabled()

      await roleRadio(page, 'Developer', fullName(devi)).focus()
      await page.keyboard.press('ArrowLeft')
      await expect(roleRadio(page, 'Admin', fullName(devi))).toBeChecked()
      await page
        .getByRole('navigation', { name: 'App pages' })
        .getByRole('link', { name: 'Versions' })
        .click()
      const question = page.getByRole('dialog', { name: 'Discard your changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await saveRoles(page).click()
      await expect(announcement(page, 'Permissions updated')).toBeVisible()
      await expect(saveRoles(page)).toBeDisabled()
      expect(await mailTo(devi.email)).toContain(`Your role on ${app.name} is now Admin`)
      await page.reload()
      await expect(roleRadio(page, 'Admin', fullName(devi))).toBeChecked()

      await signIn(credentials(adam))
      await openCollaborators(page, app)
      await expect(roleRadio(page, 'Developer', fullName(adam))).toBeDisabled()
      await expect(roleRadio(page, 'Developer', fullName(devi))).toBeEnabled()
    },
  )

  test(
    'that someone else changed in the meantime can be reloaded or overwritten',
    { tag: ['@API-38', '@COLL-11'] },
    async ({ page, api, signIn, mailTo }) => {
      const devi = await colleague({ api, signIn, mailTo }, app, 'Devi', 'developer')
      const list = (await api.get(`/api/v1/collaborators?developer_app_id=${app.id}`)).body
      const id = (list as { id: number; email: string }[]).find((row) => row.email === devi.email)?.id
      const theirs = (role: string) =>
        api.patch('/api/v1/collaborators', { developer_app_id: app.id, collaborators: [{ id, role }] })
      await openCollaborators(page, app)
      await roleRadio(page, 'Admin', fullName(devi)).check()
      await theirs('admin')
      await theirs('developer')
      await saveRoles(page).click()
      const question = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })
      await question.getByRole('button', { name: 'Reload' }).click()
      await expect(roleRadio(page, 'Developer', fullName(devi))).toBeChecked()
      await expect(saveRoles(page)).toBeDisabled()
      await roleRadio(page, 'Admin', fullName(devi)).check()
      await theirs('admin')
      await theirs('developer')
      await saveRoles(page).click()
      await question.getByRole('button', { name: 'Overwrite' }).click()
      await expect(announcement(page, 'Permissions updated')).toBeVisible()
      await expect(roleRadio(page, 'Admin', fullName(devi))).toBeChecked()
    },
  )

  test(
    'transfers the app after its name is typed; the previous owner becomes an admin',
    { tag: ['@COLL-08', '@COLL-17'] },
    async ({ page, api, signIn, mailTo }) => {
      const devi = await colleague({ api, signIn, mailTo }, app, 'Devi', 'developer')
      const name = fullName(devi)
      await openCollaborators(page, app)
      await chooseFromMenu(page, name, 'Transfer App Ownership')
      const question = page.getByRole('dialog', { name: `Transfer ${app.name} to ${name}?` })
      await expect(question).toContainText('becomes the owner immediately, and you become an admin.')
      await expectAccessible(page)
      const confirm = question.getByRole('button', { name: 'Transfer App Ownership' })
      await confirm.click()
      await expect(roleRadio(page, 'Owner', owner)).toBeChecked()
      await question.getByRole('textbox').fill(app.name)
      await confirm.click()
      await expect(announcement(page, `${name} now owns ${app.name}`)).toBeVisible()
      await expect(roleRadio(page, 'Owner', name)).toBeChecked()
      await expect(roleRadio(page, 'Admin', owner)).toBeChecked()
      expect(await mailTo(devi.email)).toContain(`You now own ${app.name}`)
      await toRow(page, name)
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
      const entry = page.getByRole('menuitem', { name: 'Transfer App Ownership' })
      await expect(entry).toBeDisabled()
      await expect(entry).toHaveAccessibleName(
        "Transfer App Ownership Only the app's owner can transfer this app.",
      )
      const removal = page.getByRole('menuitem', { name: 'Remove from Project' })
      await expect(removal).toContainText(`${name} owns this app. Transfer the app first.`)
      await page.keyboard.press('Escape')
      await toRow(page, name)
        .getByRole('button', { name: `Actions for ${name}` })
        .press('Enter')
      await expect(entry).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(removal).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(entry).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(entry).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  )

  test(
    'removes a collaborator, who loses access at once; you cannot remove yourself',
    { tag: ['@COLL-09'] },
    async ({ page, api, signIn, mailTo }) => {
      const devi = await colleague({ api, signIn, mailTo }, app, 'Devi', 'developer')
      const name = fullName(devi)
      await openCollaborators(page, app)
      await toRow(page, owner)
        .getByRole('button', { name: `Actions for ${owner}` })
        .click()
      await expect(page.getByRole('menuitem', { name: 'Remove from Project' })).toContainText(
        'You own this app. Transfer the app first.',
      )
      await page.keyboard.press('Escape')
      await chooseFromMenu(page, name, 'Remove from Project')
      const question = page.getByRole('dialog', { name: `Remove ${name} from ${app.name}?` })
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(toRow(page, name).getByRole('button', { name: `Actions for ${name}` })).toBeFocused()
      await chooseFromMenu(page, name, 'Remove from Project')
      await question.getByRole('button', { name: 'Remove from Project' }).click()
      await expect(announcement(page, `${name} was removed`)).toBeVisible()
      await expect(toRow(page, name)).toHaveCount(0)
      await expect(page.locator(':focus')).toContainText(owner)
      await signIn(credentials(devi))
      await page.goto(`/developer_apps/${app.id}`)
      await expect(heading(page)).toHaveText('Page not found')
    },
  )

  test('explains what each role may do', { tag: ['@COLL-04'] }, async ({ page }) => {
    await openCollaborators(page, app)
    await section(page).getByRole('button', { name: 'View Permission Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Permission Details' })
    await expect(dialog.getByRole('rowheader')).toHaveCount(9)
    await expect(dialog.getByRole('row', { name: /^Delete app/ }).getByRole('cell')).toHaveText([
      'Yes',
      'No',
      'No',
      'No',
    ])
  })

  test(
    'is read-only for a developer, says why, and is closed to a guest',
    { tag: ['@COLL-05', '@ROLE-09'] },
    async ({ page, api, signIn, mailTo }) => {
      const devi = await colleague({ api, signIn, mailTo }, app, 'Devi', 'developer')
      await signIn(credentials(devi))
      await openCollaborators(page, app)
      await expect(section(page)).toContainText(
        "Only the app's owner and admins can change this app's collaborators.",
      )
      await expect(section(page).getByRole('radio').and(page.locator(':enabled'))).toHaveCount(0)
      await expect(saveRoles(page)).toHaveCount(0)
      await expect(section(page).getByRole('button', { name: /^Actions/ })).toHaveCount(0)
      await expect(section(page).getByRole('button', { name: 'Add Another User' })).toHaveCount(0)

      await page.route(`**/api/v1/developer_apps/${app.id}`, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as object
        await route.fulfill({ response, json: { ...body, role: 'user' } })
      })
      await page.reload()
      await expect(main(page)).toContainText("You can't see the collaborators")
      const tabs = page.getByRole('navigation', { name: 'App pages' })
      await expect(tabs.getByRole('link', { name: 'Versions', exact: true })).toBeVisible()
      await expect(tabs.getByRole('link', { name: 'Collaborators', exact: true })).toHaveCount(0)
      await expectAccessible(page)
    },
  )

  test('that cannot be loaded does not look empty', { tag: ['@COLL-04'] }, async ({ page }) => {
    await page.route('**/api/v1/collaborators?*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto(`/developer_apps/${app.id}/collaborators`)
    await expect(section(page)).toContainText('The collaborators could not be loaded')
    await page.unroute('**/api/v1/collaborators?*')
    await section(page).getByRole('button', { name: 'Retry' }).click()
    await expect(roleRadio(page, 'Owner', owner)).toBeChecked()
  })
})
