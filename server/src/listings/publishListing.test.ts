import { expect, test } from 'vitest'
import { toSlug } from './publishListing.ts'

test.each([
  ['Site Sync: Plans & RFIs', 'site-sync-plans-rfis'],
  ['Élan (Beta)', 'elan-beta'],
  ['図面', 'app'],
  // The cut at 60 characters leaves no hyphen at the end.
  [`${'a'.repeat(59)} plans`, 'a'.repeat(59)],
])('the address of %j is %s', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})
