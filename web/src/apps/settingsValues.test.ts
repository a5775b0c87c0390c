import { expect, test } from 'vitest'
import { settingsSchema } from './schemas.ts'
import { lockedFields, sentSettings, type SettingsValues } from './settingsValues.ts'

const values: SettingsValues = {
  name: 'Site Sync',
  internal_name: 'Site Sync (team)',
  redirect_uri: 'https://a.example/cb',
  allowed_cors_domain: '',
  legacy: false,
  connectable: true,
  thumbnail: null,
  remove_thumbnail: false,
}
const allowed = { redirect_uri: false, internal_name: false, thumbnail: false }

const messages = (hasCredentials: boolean, changes: Partial<SettingsValues>) =>
  settingsSchema(hasCredentials)
    .safeParse({ ...values, ...changes })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test.each(['internal_name', 'redirect_uri', 'name'])(
  '%s is required in the settings',
  { tags: ['SET-15', 'SET-16', 'SET-17'] },
  (field) => {
    expect(messages(true, { [field]: ' ' })).toEqual([[field, 'This field is required']])
  },
)

test('requires no redirect URI while there are no production credentials', () => {
  expect(messages(false, { redirect_uri: '' })).toBeUndefined()
})

test.each(['redirect_uri', 'internal_name', 'thumbnail'] as const)(
  'appFieldPermissions can disable %s and nothing else',
  { tags: ['SET-18'] },
  (field) => {
    const locked = lockedFields({ canEdit: true, appFieldPermissions: { ...allowed, [field]: true } })
    expect(Object.entries(locked).filter(([, isLocked]) => isLocked)).toEqual([[field, true]])
  },
)

test('locks every field without the right to edit', { tags: ['SET-14'] }, () => {
  expect(new Set(Object.values(lockedFields({ canEdit: false, appFieldPermissions: allowed })))).toEqual(
    new Set([true]),
  )
})

test('saves as JSON, or as a form when the logo is chosen or removed', { tags: ['SET-24', 'SET-25'] }, () => {
  const body = { name: 'Site Sync' }
  expect(sentSettings(body)).toEqual({ body, files: undefined })
  const files = { thumbnail: new File(['x'], 'logo.png') }
  expect(sentSettings({ ...body, ...files })).toEqual({ body, files })
  const removal = { ...body, remove_thumbnail: true }
  expect(sentSettings(removal)).toEqual({ body: removal, files: {} })
})
