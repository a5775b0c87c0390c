import { expect, test } from 'vitest'
import { nameDatabase } from './commandLine.ts'
import { readSettings } from './settings.ts'

test.each([
  ['postgres://me:hidden@db.example.com:6432/trestle', 'the database trestle at db.example.com:6432'],
  ['postgres://me@/trestle?host=/var/run/postgresql', 'the database trestle at /var/run/postgresql'],
  ['postgres:///a%20b', 'the database a b at localhost'],
])('the output of commands names %s without its password', (DATABASE_URL, name) => {
  expect(nameDatabase(readSettings({ DATABASE_URL }))).toBe(name)
})

test('the output of commands names the folder of an embedded database', () => {
  expect(nameDatabase(readSettings({ DATA_DIR: '/srv/portal' }))).toBe('the embedded database in /srv/portal')
})
