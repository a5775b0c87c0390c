import { expect, type Api, type Page } from './fixtures.ts'
import { registerConfirmed, credentials, linkIn, type Person } from './people.ts'
import type { TestApp } from './versions.ts'

export const section = (page: Page) => page.getByRole('region', { name: 'Collaborators' })
export const toRow = (page: Page, name: string) => section(page).getByRole('row').filter({ hasText: name })
export const roleRadio = (page: Page, role: string, name: string) =>
  section(page).getByRole('radio', { name: `${role}, for ${name}`, exact: true })
export const saveRoles = (page: Page) => section(page).getByRole('button', { name: 'Update Permissions' })

export async function openCollaborators(page: Page, app: TestApp): Promise<void> {
  await page.goto(`/developer_apps/${app.id}/collaborators`)
  await expect(section(page).getByRole('table')).toBeVisible()
}

/** Opens the menu of a row and clicks an entry. */
export async function chooseFromMenu(page: Page, name: string, entry: string): Promise<void> {
  await toRow(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export const fullName = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`

interface Call {
  api: Api
  signIn: (person: 'owner' | { email: string; password: string }) => Promise<void>
  mailTo: (email: string) => Promise<string>
}

/** Invites an address through the API as the signed-in user, and returns the path of the emailed link. */
async function inviteByApi({ api, mailTo }: Call, app: TestApp, email: string, role = 'developer') {
  const { status, body } = await api.post('/api/v1/invitations', { developer_app_id: app.id, email, role })
  expect(status, `inviting ${email}`).toBe(201)
  let path = ''
  await expect(async () => {
    path = linkIn(await mailTo(email), 'invitations')
  }).toPass({ timeout: 10_000 })
  return { id: (body as { id: number }).id, path }
}

/** Creates a new collaborator of the app, then signs in as the demo owner. */
export async function addColleague(call: Call, app: TestApp, name: string, role: string): Promise<Person> {
  const person = await registerConfirmed(call.api, call.mailTo, name)
  const { path } = await inviteByApi(call, app, person.email, role)
  await call.signIn(credentials(person))
  const answer = await call.api.post(`/api/v1${path}/acceptance`, {})
  expect(answer.status, `${name} accepts`).toBe(200)
  await call.signIn('owner')
  return person
}
