import { expect, test } from 'vitest'
import { apiTestsFor, specsFor } from './changedTests.ts'

const specs = ['apps.spec.ts', 'listing.spec.ts', 'listingMedia.spec.ts', 'shell.spec.ts']

test.each([
  {
    changed: ['web/src/listings/media/Attachments.tsx'],
    expected: ['listing.spec.ts', 'listingMedia.spec.ts'],
  },
  { changed: ['web/src/apps/AppsPage.tsx'], expected: ['apps.spec.ts'] },
  { changed: ['e2e/shell.spec.ts'], expected: ['shell.spec.ts'] },
  { changed: ['web/src/apps/AppsPage.test.tsx'], expected: [] },
  { changed: ['server/src/apps/store.ts', 'web/src/main.tsx', 'README.md'], expected: [] },
])('$changed runs the browser tests $expected', ({ changed, expected }) => {
  expect(specsFor(changed, specs)).toEqual(expected)
})

test.each([
  { changed: ['server/src/apps/store.ts', 'domain/src/apps/rules.ts'], expected: ['server/src/apps/'] },
  { changed: ['server/src/apps/list.test.ts'], expected: ['server/src/apps/list.test.ts'] },
  { changed: ['web/src/apps/AppsPage.tsx', 'server/src/server.ts'], expected: [] },
])('$changed runs the API tests $expected', ({ changed, expected }) => {
  expect(apiTestsFor(changed)).toEqual(expected)
})
