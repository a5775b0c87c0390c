import { expect, test } from 'vitest'
import type { Services } from '../services.ts'
import { changelogFeed } from './changelogFeed.ts'

test('the feed of the changelog has the newest 100 public changes', async () => {
  const changelog = Array.from({ length: 102 }, (_, index) => ({
    summary: `Change ${index}`,
    datestamp: '2026-01-15',
    'x-doc': { visibility: index === 0 ? 'private' : 'public' },
  }))
  const services = { reference: [{ default: true, changelog }] } as unknown as Services
  const titles = (await changelogFeed.entries(services)).map(({ title }) => title)
  expect([titles.length, titles.at(0), titles.at(-1)]).toEqual([100, 'Change 1', 'Change 100'])
})
