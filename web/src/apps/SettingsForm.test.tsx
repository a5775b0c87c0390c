import { updateDeveloperApp, type AppPermissions } from '@trestle/domain/apps/contract.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildPermissions, later } from '../../testing/build.ts'
import { chooseFile, drawPicture } from '../../testing/files.ts'
import { disconnect, hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const app = buildApp({
  credentials: { uid: 'client-7', secret: null },
  redirect_uri: 'https://crane.example.test',
})
const textbox = (name: string) => page.getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'Save changes' })
const chooseLogo = page.getByRole('button', { name: /^Choose (another )?image$/ })

function render(permissions: Partial<AppPermissions> = {}) {
  renderPart(<SettingsForm app={app} permissions={buildPermissions(permissions)} />)
}

async function pick(file: File) {
  await expect.element(chooseLogo).toBeVisible()
  chooseFile(file)
}

const none = { redirect_uri: false, internal_name: false, thumbnail: false }

test('every field is enabled for users who may edit', async () => {
  render()
  for (const name of ['Public name', 'Internal name', 'Redirect URIs', 'Allowed CORS domains']) {
    await expect.element(textbox(name)).not.toHaveAttribute('readonly')
  }
  await expect.element(chooseLogo).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Legacy' })).toBeEnabled()
})

test.each([
  ['redirect_uri', 'Redirect URIs', ['Public name', 'Internal name', 'Allowed CORS domains']],
  ['internal_name', 'Internal name', ['Public name', 'Redirect URIs', 'Allowed CORS domains']],
] as const)('the flag %s disables only its own field', async (flag, locked, open) => {
  render({ appFieldPermissions: { ...none, [flag]: true } })
  await expect.element(textbox(locked)).toHaveAttribute('readonly')
  for (const name of open) await expect.element(textbox(name)).not.toHaveAttribute('readonly')
  await expect.element(chooseLogo).toBeVisible()
})

test("the logo's flag disables only the logo", async () => {
  render({ appFieldPermissions: { ...none, thumbnail: true } })
  await expect.element(textbox('Internal name')).not.toHaveAttribute('readonly')
  await expect.element(chooseLogo).not.toBeInTheDocument()
})

test(
  'without the right to edit every field is disabled, and the button says who may',
  { tags: ['SET-14', 'SET-18'] },
  async () => {
    render({ canEdit: false })
    for (const name of ['Public name', 'Internal name', 'Redirect URIs', 'Allowed CORS domains']) {
      await expect.element(textbox(name)).toHaveAttribute('readonly')
    }
    for (const name of ['Legacy', 'Connectable']) {
      await expect.element(page.getByRole('checkbox', { name })).toBeDisabled()
    }
    await expect.element(save).toBeDisabled()
    await expect
      .element(save)
      .toHaveAccessibleDescription("Only the app's owner and admins can change this app's settings.")
  },
)

test('sends only what was changed', async () => {
  reply(updateDeveloperApp, { ...app, name: 'Crane Plan', updated_at: later })
  render()
  await textbox('Public name').fill('Crane Plan')
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(sent(updateDeveloperApp)[0]?.body).toEqual({
    name: 'Crane Plan',
    if_unchanged_since: app.updated_at,
  })
})

test.each([
  ['Public name', '', 'This field is required'],
  ['Redirect URIs', 'http://crane.example.test', /https/],
])('validates %s before sending anything', async (name, value, problem) => {
  render()
  await textbox(name).fill(value)
  await save.click()
  await expect.element(page.getByText('There is 1 problem to correct')).toBeVisible()
  await expect.element(textbox(name)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('alert')).toMatchTextContent(problem)
})

test('an app without a public name says that the first save needs one', { tags: ['SET-17'] }, async () => {
  renderPart(<SettingsForm app={{ ...app, name: '' }} permissions={buildPermissions()} />)
  const hint = 'The name shown to the public. Required when you first save these settings.'
  await expect.element(textbox('Public name')).toHaveAccessibleDescription(hint)
  await textbox('Internal name').fill('Crane Log')
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Public name: This field is required/)
})

test('a stale save asks before it overwrites', async () => {
  const current = { ...app, name: 'Their name', updated_at: later }
  refuse(updateDeveloperApp, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await textbox('Public name').fill('My name')
  await save.click()
  const question = page.getByRole('dialog', { name: 'This was changed while you were editing' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(textbox('Public name')).toHaveValue('My name')
  await save.click()
  reply(updateDeveloperApp, { ...app, name: 'My name', updated_at: later })
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(sent(updateDeveloperApp).at(-1)?.body.if_unchanged_since).toBe(later)
})

test('a stale save whose newer state this page cannot read says so and overwrites nothing', async () => {
  const current = { name: 'In another format' }
  refuse(updateDeveloperApp, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await textbox('Public name').fill('My name')
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Someone else changed this.')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(textbox('Public name')).toHaveValue('My name')
})

test('uploads a logo and shows the progress', async () => {
  reply(updateDeveloperApp, { ...app, thumbnail_url: null, updated_at: later })
  render()
  await pick(await drawPicture({ width: 300, height: 300, name: 'crane.png' }))
  await expect.element(page.getByText('crane.png will be the logo when you save.')).toBeVisible()
  const upload = hold(updateDeveloperApp)
  await save.click()
  await expect.element(page.getByText('0% uploaded')).toBeVisible()
  upload.progress(0.42)
  await expect.element(page.getByText('42% uploaded')).toBeVisible()
  upload.progress(1)
  await expect.element(page.getByText('Uploaded. The image is being checked.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel upload' })).not.toBeInTheDocument()
  upload.release()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(sent(updateDeveloperApp)[0]?.files['thumbnail']?.name).toBe('crane.png')
})

test('asks to stay on the page after five seconds of uploading', { tags: ['MEDIA-12'] }, async () => {
  reply(updateDeveloperApp, app)
  render()
  await pick(await drawPicture({ width: 300, height: 300, name: 'crane.png' }))
  await expect.element(page.getByText('crane.png will be the logo when you save.')).toBeVisible()
  hold(updateDeveloperApp)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await save.click()
  await expect.element(page.getByText('0% uploaded')).toBeVisible()
  vi.advanceTimersByTime(4999)
  const notice = page.getByText('Your files are still uploading. Please stay on this page.')
  await expect.element(notice).not.toBeInTheDocument()
  vi.advanceTimersByTime(1)
  await expect.element(notice).toBeVisible()
})

test('an upload can be canceled and keeps the chosen logo', async () => {
  reply(updateDeveloperApp, app)
  render()
  await pick(await drawPicture({ width: 300, height: 300, name: 'crane.png' }))
  hold(updateDeveloperApp)
  await save.click()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect.element(page.getByText('The upload was canceled. Nothing was saved.')).toBeVisible()
  await expect.element(page.getByText('crane.png will be the logo when you save.')).toBeVisible()
})

test('a refused logo shows the error next to its field and can be retried', async () => {
  const message = 'The image is damaged'
  const fields = { thumbnail: [message], name: ['Another app has this name'] }
  refuse(updateDeveloperApp, { code: 'invalid_input', message, fields })
  render()
  await pick(await drawPicture({ width: 300, height: 300, name: 'crane.png' }))
  await save.click()
  await expect.element(chooseLogo).toHaveAccessibleDescription(/The image is damaged$/)
  await pick(await drawPicture({ width: 300, height: 300, name: 'tower.png' }))
  await expect.element(chooseLogo).not.toHaveAccessibleDescription(/The image is damaged/)
  await expect.element(textbox('Public name')).toHaveAttribute('aria-invalid', 'true')
  reply(updateDeveloperApp, { ...app, updated_at: later })
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
})

test(
  'a lost connection keeps the changes and says what happened',
  { tags: ['ERR-12', 'ERR-14'] },
  async () => {
    disconnect(updateDeveloperApp)
    render()
    await textbox('Public name').fill('Crane Plan')
    await save.click()
    const banner = page.getByRole('alert').filter({ hasText: 'An error occurred' })
    await expect
      .element(banner)
      .toMatchTextContent(
        "The server couldn't be reached, or its reply got lost. Check your connection and try again.",
      )
    await expect.element(textbox('Public name')).toHaveValue('Crane Plan')
  },
)
