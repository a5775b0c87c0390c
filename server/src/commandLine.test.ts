import { expect, test } from 'vitest'
import { nameDatabase, toMessage } from './commandLine.ts'
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

test.each([
  ['a refusal', new Error("The folder isn't empty."), "The folder isn't empty."],
  [
    'the cause of a failure',
    new Error('Cannot read file', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9000') }),
    'Cannot read file: connect ECONNREFUSED 127.0.0.1:9000',
  ],
  [
    'a cause once',
    new Error('No database: it is down', {
      cause: Object.assign(new Error('it is down'), { code: '57P03' }),
    }),
    'No database: it is down',
  ],
  ['what is no error', 'stopped', 'stopped'],
])('the output of commands says %s', (_, error, message) => {
  expect(toMessage(error)).toBe(message)
})
