import { expect, test } from 'vitest'
import { lockedFields, sentSettings, settingsSchema, type SettingsValues } from './settingsValues.ts'

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
const open = lockedFields({ canEdit: true, appFieldPermissions: allowed })

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
    const file = new File(['x'], 'logo.png')
    const { body, files } = sentSettings({ ...values, thumbnail: file }, locked, true)
    expect({ ...body, ...files }).not.toHaveProperty(field)
    expect(Object.keys({ ...body, ...files })).toHaveLength(6)
  },
)

test('locks every field without the right to edit', { tags: ['SET-14'] }, () => {
  expect(new Set(Object.values(lockedFields({ canEdit: false, appFieldPermissions: allowed })))).toEqual(
    new Set([true]),
  )
})

test('saves as JSON, or as a form when the logo is chosen or removed', { tags: ['SET-24', 'SET-25'] }, () => {
  expect(sentSettings(values, open, true).files).toBeUndefined()
  const file = new File(['x'], 'logo.png')
  expect(sentSettings({ ...values, thumbnail: file }, open, true).files).toEqual({ thumbnail: file })
  const removal = sentSettings({ ...values, remove_thumbnail: true }, open, true)
  expect([removal.files, removal.body['remove_thumbnail']]).toEqual([{}, true])
})

test('does not send credential fields that are not on the page yet', () => {
  expect(Object.keys(sentSettings(values, open, false).body)).toEqual(['name', 'internal_name'])
})
