import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, type Api, type DemoPerson, type Page } from './fixtures.ts'

export interface Person {
  first_name: string
  last_name: string
  email: string
  password: string
}

/** Returns a unique new user, so that tests can share a portal. */
export const newPerson = (): Person => ({
  first_name: 'Nadia',
  last_name: 'Brandt',
  email: `nadia-${randomUUID().slice(0, 8)}@example.test`,
  password: 'gravel lantern 58 tidewater',
})

export const credentials = ({ email, password }: Person) => ({ email, password })

export async function register(api: Api, person: Person): Promise<void> {
  const body = { ...person, password_confirmation: person.password, terms_accepted: true }
  const answer = await api.post('/api/v1/developers', body)
  expect(answer.status, `registering ${person.email}`).toBe(202)
}

/** Returns the path of the link in an email, such as `/confirm_email/…`. */
export function linkIn(
  mail: string,
  page:
    | 'confirm_email'
    | 'reset_password'
    | 'invitations'
    | 'change_email'
    | 'undo_email_change'
    | 'unsubscribe',
): string {
  const path = new RegExp(`/${page}/[\\w.-]+`).exec(mail)?.[0]
  expect(path, `a link to ${page} in the mail`).toBeDefined()
  return path ?? ''
}

async function confirm(api: Api, mail: string, { password }: Person): Promise<void> {
  const token = linkIn(mail, 'confirm_email').split('/').at(-1)
  const answer = await api.post('/api/v1/email_confirmations', { token, password })
  expect(answer.status, 'confirming the address').toBe(200)
}

/** Loads the id of a demo app as the signed-in user. */
export async function findAppId(api: Api, name: string): Promise<number> {
  const { body } = await api.get('/api/v1/developer_apps?per_page=100')
  const id = (body as { id: number; internal_name: string }[]).find((app) => app.internal_name === name)?.id
  expect(id, `the app ${name}`).toBeDefined()
  return id ?? 0
}

/** Loads the id of a user; requires a platform admin. */
export async function findDeveloperId(api: Api, email: string): Promise<number> {
  const { body } = await api.get(`/api/v1/admin/developers?filters[search]=${encodeURIComponent(email)}`)
  const id = (body as { id: number; email: string }[]).find((developer) => developer.email === email)?.id
  expect(id, `the developer ${email}`).toBeDefined()
  return id ?? 0
}

export const demoEmail = (person: DemoPerson): string => `${person}@demo.test`

export const passwordField = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true })

/** Fills in and submits the sign-in form. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

/** Confirms the address on the page of the emailed link, which also signs the user in. */
export async function confirmWithPassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is confirmed')
  await expect(page.getByRole('button', { name: /^Account menu of/ })).toBeVisible()
}

/** Registers a new user and confirms the address, without signing in. */
export async function registerConfirmed(
  api: Api,
  mailTo: (email: string) => Promise<string>,
  first_name = 'Nadia',
): Promise<Person> {
  const person = { ...newPerson(), first_name }
  await register(api, person)
  await confirm(api, await mailTo(person.email), person)
  return person
}

/** Creates an app of the signed-in user, whose sandbox may still be pending. */
export async function createApp(api: Api, internal_name: string): Promise<number> {
  const { status, body } = await api.post('/api/v1/developer_apps', { internal_name })
  expect(status, `creating ${internal_name}`).toBe(201)
  return (body as { id: number }).id
}
