import { expect, test } from 'vitest'
import { sentAdminApp, type AdminAppValues } from './adminAppValues.ts'
import { adminAppSchema } from './schemas.ts'

const stored: AdminAppValues = {
  name: '',
  internal_name: 'Site Sync',
  redirect_uri: 'http://localhost',
  allowed_cors_domain: '',
  legacy: false,
  connectable: false,
  thumbnail: null,
  remove_thumbnail: false,
  confidential: true,
  external_owner_id: '',
  owner: null,
}
const next = { value: '7', label: 'ada@demo.test' }
const logo = new File(['x'], 'logo.png')

test.each<[string, Partial<AdminAppValues>, object, object | undefined]>([
  ['nothing', {}, {}, undefined],
  ['two fields', { legacy: true, name: 'Site' }, { legacy: true, name: 'Site' }, undefined],
  ['an owner', { owner: next }, { owner_id: 7 }, undefined],
  ['a number', { external_owner_id: '4711' }, { external_owner_id: '4711' }, undefined],
  ['a logo', { thumbnail: logo, connectable: true }, { connectable: true }, { thumbnail: logo }],
  ['no logo', { remove_thumbnail: true }, { remove_thumbnail: true }, undefined],
])('staff who changed %s send only that', { tags: ['AAPP-39', 'AAPP-47'] }, (_name, change, body, files) => {
  expect(sentAdminApp(change)).toEqual({ body, files })
})

test.each([
  ['', true],
  ['4711', true],
  ['0', false],
  ['-1', false],
  ['1.5', false],
  ['seven', false],
])('the external owner id %j: %s', { tags: ['AAPP-44'] }, (external_owner_id, ok) => {
  expect(adminAppSchema(stored).safeParse({ ...stored, external_owner_id }).success).toBe(ok)
})

test(
  'staff need no name for an app without a public name, and cannot remove an existing one',
  { tags: ['AAPP-29'] },
  () => {
    expect(adminAppSchema({ name: '' }).safeParse(stored).success).toBe(true)
    expect(adminAppSchema({ name: 'Site' }).safeParse(stored).success).toBe(false)
  },
)
