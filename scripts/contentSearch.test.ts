import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listPassages } from '../server/src/documentation/present.ts'
import { readDocumentation } from '../server/src/documentation/read.ts'
import { presentSearch } from '../server/src/reference/present.ts'
import { readContent } from '../server/src/reference/readContent.ts'
import { searchOver as searchDocumentation } from '../web/src/documentation/searchOver.ts'
import { searchOver as searchReference } from '../web/src/reference/searchOver.ts'

const reader = {
  platformName: 'Girder',
  isGovernmentCloud: false,
  portalUrl: 'https://portal.test',
  platformApiUrl: null,
}
const { pages } = await readDocumentation(reader)
const [branch] = await readContent(
  fileURLToPath(new URL('../content/reference', import.meta.url)),
  reader,
  () => {},
)

test.each([
  ['2fa', 'your-account#second-factors'],
  ['mfa', 'your-account#second-factors'],
  ['two-factor', 'your-account#second-factors'],
  ['rotate secret', 'oauth#secrets'],
])('the documentation has %s first in %s', (words, id) => {
  expect(searchDocumentation(listPassages(pages))(words).results[0]?.id).toBe(id)
})

test.each([
  ['hmac', '/docs/webhooks#verifying-messages'],
  ['webhook signature', '/docs/webhooks#verifying-messages'],
  ['429', '/docs/rate-limits#when-a-limit-is-reached'],
  ['paginate', '/docs/pagination'],
  ['/rest/v1.1/projects/301447/rfis', '/rfis#list_rfis'],
])('the reference finds %s in %s', (words, address) => {
  const { results } = searchReference(presentSearch(branch ?? { docs: [], groups: [] }, null))(words)
  expect(results.map(({ href }) => href)).toContain(`/reference/rest${address}`)
})
