import type { Request } from '@playwright/test'
import {
  chooseFromMenu,
  addColleague,
  fullName,
  openCollaborators,
  roleRadio,
  saveRoles,
  section,
  toRow,
} from './collaborators.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { credentials, linkIn, newPerson } from './people.ts'
import { expectSaved, heading } from './screen.ts'
import { announcement, createAppWithSandbox } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const owner = 'Olivia Okafor'

/** Returns the next event with this key that the page reports. */
const reported = (page: Page, key: string) =>
  page.waitForRequest(
    (request: Request) =>
      request.url().endsWith('/api/v1/analytics') && request.postData()?.includes(key) === true,
  )

const main = (page: Page) => page.getByRole('main')

test(
  'a new user is invited, and gets from the email through sign-up to the app',
  { tag: ['@API-30', '@COLL-01', '@COLL-03', '@COLL-06', '@COLL-15', '@COLL-16'] },
  async ({ page, mailTo, signIn, api }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    const person = newPerson()
    await openCollaborators(page, app)
    await section(page).getByRole('button', { name: 'Add Another User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Another User' })
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await dialog.getByRole('textbox', { name: 'Email address' }).fill(person.email)
    await dialog.getByRole('radio', { name: 'Admin' }).check()
    const sent = reported(page, 'developers.invitation.sent')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await sent
    await expect(announcement(page, `Invitation sent to ${person.email}`)).toBeVisible()
    await expect(section(page).getByRole('button', { name: 'Add Another User' })).toBeFocused()
    await expect(toRow(page, person.email)).toContainText('Pending invitation')
    await expect(roleRadio(page, 'Admin', person.email)).toBeChecked()

    const mail = await mailTo(person.email)
    expect(mail).toContain(`"${owner}" invites you to work on the app "${app.name}"`)
    const link = linkIn(mail, 'invitations')
    await test.step('the wrong account is offered to switch', async () => {
      await page.goto(link)
      await expect(main(page)).toContainText(
        `This invitation is for ${person.email}. You are signed in as owner@demo.test.`,
      )
      await expectAccessible(page)
      await main(page).getByRole('button', { name: 'Switch account' }).click()
      await expect(heading(page)).toHaveText('Sign In')
      await expect(page.getByLabel('Email address')).toHaveValue(person.email)
      await page.goBack()
    })
    await expect(heading(page)).toHaveText(`Work on ${app.name}`)
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
    await expect(main(page).getByRole('button', { name: 'Accept invitation' })).toBeVisible()
    await expect(heading(page)).toHaveText(`Work on ${app.name}`)
    // The invitation proved the address.
    await expect(page.getByRole('complementary', { name: 'Email confirmation' })).toHaveCount(0)
    const accepted = reported(page, 'developers.invitation.accepted')
    await main(page).getByRole('button', { name: 'Accept invitation' }).click()
    await accepted
    await expect(page).toHaveURL(`/developer_apps/${app.id}`)
    await expect(announcement(page, `You now work on ${app.name}`)).toBeVisible()
    await page
      .getByRole('navigation', { name: 'App pages' })
      .getByRole('link', { name: 'Collaborators' })
      .click()
    await expect(toRow(page, person.email)).toContainText('You')
    await expect(roleRadio(page, 'Admin', fullName(person))).toBeChecked()
  },
)

test(
  "roles are changed, even over someone else's change, the app is transferred, and its former owner removed",
  {
    tag: ['@API-38', '@COLL-04', '@COLL-08', '@COLL-09', '@COLL-10', '@COLL-11', '@COLL-17', '@ROLE-09'],
  },
  async ({ page, api, signIn, mailTo }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    const devi = await addColleague({ api, signIn, mailTo }, app, 'Devi', 'developer')
    const name = fullName(devi)
    await openCollaborators(page, app)
    await roleRadio(page, 'Admin', name).check()
    await saveRoles(page).click()
    await expect(announcement(page, 'Permissions updated')).toBeVisible()
    await expectSaved(saveRoles(page))
    expect(await mailTo(devi.email)).toContain(`Your role on ${app.name} is now Admin`)

    await test.step("over someone else's change", async () => {
      const list = (await api.get(`/api/v1/collaborators?developer_app_id=${app.id}`)).body
      const id = (list as { id: number; email: string }[]).find((row) => row.email === devi.email)?.id
      await roleRadio(page, 'Developer', name).check()
      for (const role of ['developer', 'admin']) {
        const collaborators = [{ id, role }]
        const body = { developer_app_id: app.id, collaborators }
        expect((await api.patch('/api/v1/collaborators', body)).status).toBe(200)
      }
      await saveRoles(page).click()
      const question = page.getByRole('dialog', { name: 'This was changed while you were editing' })
      await question.getByRole('button', { name: 'Overwrite' }).click()
      await expect(question).toHaveCount(0)
      await expect(roleRadio(page, 'Developer', name)).toBeChecked()
      await expectSaved(saveRoles(page))
    })

    await test.step('the transfer', async () => {
      await chooseFromMenu(page, name, 'Transfer App Ownership')
      const question = page.getByRole('dialog', { name: `Transfer ${app.name} to ${name}?` })
      await question.getByRole('textbox').fill(app.name)
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Transfer App Ownership' }).click()
      await expect(announcement(page, `${name} now owns ${app.name}`)).toBeVisible()
      await expect(roleRadio(page, 'Owner', name)).toBeChecked()
      await expect(roleRadio(page, 'Admin', owner)).toBeChecked()
      expect(await mailTo(devi.email)).toContain(`You now own ${app.name}`)
    })

    await signIn(credentials(devi))
    await openCollaborators(page, app)
    await chooseFromMenu(page, owner, 'Remove from Project')
    const question = page.getByRole('dialog', { name: `Remove ${owner} from ${app.name}?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Remove from Project' }).click()
    await expect(announcement(page, `${owner} was removed`)).toBeVisible()
    await expect(toRow(page, owner)).toHaveCount(0)
    await signIn('owner')
    await page.goto(`/developer_apps/${app.id}`)
    await expect(heading(page)).toHaveText('Page not found')
  },
)
