import { updateDeveloperApp, type DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { damagedImage, imageLimits, invalidFileType, tooLarge } from '@trestle/domain/files/rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildApp, buildPermissions, later } from '../../testing/build.ts'
import { chooseFile, drawPicture, dropFiles } from '../../testing/files.ts'
import { reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const logo = page.getByRole('group', { name: 'App logo' })
const choose = logo.getByRole('button', { name: /^Choose (another )?image$/ })
const square = (name: string) => drawPicture({ width: 300, height: 300, name })

afterEach(() => vi.restoreAllMocks())

async function render(overrides: Partial<DeveloperApp> = {}) {
  renderPart(<SettingsForm app={buildApp(overrides)} permissions={buildPermissions()} />)
  await expect.element(choose).toBeVisible()
}

test.each([
  [
    'a string with the name of a picture',
    async () => new File(['no picture'], 'logo.png', { type: 'image/png' }),
    invalidFileType,
  ],
  ['a PDF', async () => new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }), invalidFileType],
  [
    'an SVG',
    async () =>
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' }),
    invalidFileType,
  ],
  [
    'half a picture',
    async () => new File([(await square('logo.png')).slice(0, 60)], 'logo.png', { type: 'image/png' }),
    damagedImage,
  ],
  [
    'a picture that is not square',
    () => drawPicture({ width: 300, height: 200, name: 'wide.png' }),
    'The picture must be square. This one is 300 x 200 px.',
  ],
  [
    'a small picture',
    () => drawPicture({ width: 199, height: 199, name: 'small.png' }),
    'The picture must be at least 200 x 200 px. This one is 199 x 199 px.',
  ],
  [
    'a file over 10 MB',
    async () => new File([new Uint8Array(imageLimits.bytes + 1)], 'large.png', { type: 'image/png' }),
    tooLarge(imageLimits.bytes),
  ],
])('refuses %s before upload', { tags: ['SET-12', 'SET-23', 'CONST-08'] }, async (_, make, problem) => {
  await render()
  await expect
    .element(logo.getByText(/^A square image of at least 200x200 px, one file, JPEG or PNG/))
    .toBeVisible()
  chooseFile(await make())
  await expect.element(logo.getByText(problem)).toBeVisible()
  await expect.element(choose).toHaveAttribute('aria-invalid', 'true')
  expect(choose.element().getAttribute('aria-describedby')).toContain(logo.getByText(problem).element().id)
  expect(logo.getByText(/will be the logo when you save/).elements()).toEqual([])
})

test('a valid file replaces the error of the one before', async () => {
  await render()
  chooseFile(new File(['no picture'], 'logo.png', { type: 'image/png' }))
  await expect.element(logo.getByText(invalidFileType)).toBeVisible()
  chooseFile(await square('beam.png'))
  await expect.element(logo.getByText('beam.png will be the logo when you save.')).toBeVisible()
  await expect.element(logo.getByText(invalidFileType)).not.toBeInTheDocument()
  await expect.element(choose).toHaveAttribute('aria-invalid', 'false')
})

/** Makes each check of a picture wait. Returns functions that end them and wait for the page, in the order of the picks. */
function holdChecks() {
  const decode = window.createImageBitmap.bind(window)
  const checks: (() => Promise<void>)[] = []
  vi.spyOn(window, 'createImageBitmap').mockImplementation(async (source: ImageBitmapSource) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: decoded, resolve: report } = Promise.withResolvers<void>()
    checks.push(async () => {
      release()
      await decoded
      // The page shows the result within a frame.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    })
    await released
    const bitmap = await decode(source)
    report()
    return bitmap
  })
  return checks
}

const name = page.getByRole('textbox', { name: 'Public name', exact: true })

test('what is typed and what is wrong while a picture is checked stays', async () => {
  const checks = holdChecks()
  await render()
  chooseFile(await square('beam.png'))
  await expect.poll(() => checks.length).toBe(1)
  await name.fill('')
  await userEvent.tab()
  await expect.element(name).toHaveAccessibleDescription(/required/)
  await checks[0]?.()
  await expect.element(logo.getByText('beam.png will be the logo when you save.')).toBeVisible()
  await expect.element(name).toHaveValue('')
  await expect.element(name).toHaveAccessibleDescription(/required/)
})

test('the picture picked last wins, in whatever order the checks end', async () => {
  const checks = holdChecks()
  await render()
  chooseFile(await square('first.png'))
  await expect.poll(() => checks.length).toBe(1)
  chooseFile(await square('last.png'))
  await expect.poll(() => checks.length).toBe(2)
  await checks[1]?.()
  await expect.element(logo.getByText('last.png will be the logo when you save.')).toBeVisible()
  await checks[0]?.()
  await expect.element(logo.getByText('last.png will be the logo when you save.')).toBeVisible()
})

test('a picture whose check ends after Undo is not picked', async () => {
  const checks = holdChecks()
  await render({ thumbnail_url: '/favicon.svg' })
  await logo.getByRole('button', { name: 'Remove image' }).click()
  chooseFile(await square('late.png'))
  await expect.poll(() => checks.length).toBe(1)
  await logo.getByRole('button', { name: 'Undo' }).click()
  await checks[0]?.()
  await expect.element(logo.getByRole('button', { name: 'Remove image' })).toBeVisible()
  expect(logo.getByText(/will be the logo/).elements()).toEqual([])
})

test('accepts one dropped file at a time', { tags: ['SET-12'] }, async () => {
  await render()
  const files = [await square('dropped-0.png'), await square('dropped-1.png')]
  dropFiles(files, logo.element())
  await expect.element(logo.getByText('Drop one file at a time.')).toBeVisible()
  dropFiles(files.slice(0, 1), logo.element())
  await expect.element(logo.getByText('dropped-0.png will be the logo when you save.')).toBeVisible()
})

test(
  'opens the file dialog by keyboard, previews the file, and Undo returns the focus',
  { tags: ['SET-12'] },
  async () => {
    await render()
    const opened: boolean[] = []
    logo.element().addEventListener('click', (event) => {
      if (!(event.target instanceof HTMLInputElement)) return
      // Chromium would open its own dialog.
      event.preventDefault()
      opened.push(event.target.multiple)
    })
    choose.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => opened).toEqual([false])
    chooseFile(await square('beam.png'))
    await expect.poll(() => logo.element().querySelector('img')?.naturalWidth).toBe(300)
    expect(sent(updateDeveloperApp)).toEqual([])
    await logo.getByRole('button', { name: 'Undo' }).click()
    await expect.element(choose).toHaveFocus()
    await expect.poll(() => logo.element().querySelector('img')).toBeNull()
  },
)

test('hides a removed logo until Undo, which keeps the focus', { tags: ['SET-13'] }, async () => {
  const thumbnail_url = URL.createObjectURL(await square('stored.png'))
  await render({ thumbnail_url })
  const picture = () => logo.element().querySelector('img')
  await expect.poll(picture).not.toBeNull()
  await logo.getByRole('button', { name: 'Remove image' }).click()
  await expect.poll(picture).toBeNull()
  await expect.element(choose).toHaveTextContent('Choose image')
  await logo.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(picture).not.toBeNull()
  await expect.element(logo.getByRole('button', { name: 'Remove image' })).toHaveFocus()
  await expect.element(choose).toHaveTextContent('Choose another image')
})

test('shows the logo without offering or accepting another one to a role that cannot change it', async () => {
  const appFieldPermissions = { redirect_uri: true, internal_name: true, thumbnail: true }
  const permissions = buildPermissions({ canEdit: false, appFieldPermissions })
  renderPart(<SettingsForm app={buildApp({ thumbnail_url: '/favicon.svg' })} permissions={permissions} />)
  await expect.element(logo).toBeVisible()
  expect(logo.getByRole('button').elements()).toEqual([])
  await expect.element(logo.getByText(/^Drag an image here/)).not.toBeInTheDocument()
  await expect.element(logo.getByText(/^A square image/)).toBeVisible()
  dropFiles([await square('dropped.png')], logo.element())
  // By then a drop would be announced: it takes as long to check a picture as to draw one.
  await square('another.png')
  await square('a third.png')
  await expect.element(logo.getByText(/will be the logo/)).not.toBeInTheDocument()
})

test('removes the logo when the form is saved', { tags: ['SET-13', 'SET-25'] }, async () => {
  reply(updateDeveloperApp, buildApp({ updated_at: later }))
  await render({ thumbnail_url: '/favicon.svg' })
  await logo.getByRole('button', { name: 'Remove image' }).click()
  await expect.element(logo.getByText('The logo will be removed when you save.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(sent(updateDeveloperApp)).toMatchObject([{ body: { remove_thumbnail: 'true' } }])
})
