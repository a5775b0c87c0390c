import { expect, test } from 'vitest'
import { specsFor } from './changedSpecs.mjs'

const specs = ['apps.spec.ts', 'listing.spec.ts', 'listingMedia.spec.ts', 'shell.spec.ts']

test.each([
  { changed: ['web/src/listings/media/Attachments.tsx'], expected: ['listing.spec.ts', 'listingMedia.spec.ts'] },
  { changed: ['web/src/apps/AppsPage.tsx'], expected: ['apps.spec.ts'] },
  { changed: ['e2e/shell.spec.ts'], expected: ['shell.spec.ts'] },
  { changed: ['web/src/apps/AppsPage.test.tsx'], expected: [] },
  { changed: ['server/src/apps/store.ts', 'web/src/main.tsx', 'README.md'], expected: [] },
])('$changed runs $expected', ({ changed, expected }) => {
  expect(specsFor(changed, specs)).toEqual(expected)
})
