import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GroupDocument } from '@trestle/domain/reference/content.ts'
import { readableDocument } from '@trestle/domain/reference/rules.ts'

const fixture = fileURLToPath(new URL('../server/testing/reference', import.meta.url))
const verbs = ['get', 'put', 'post', 'patch', 'delete']

interface Document {
  components: unknown
  paths: Record<string, Record<string, object>>
  servers: unknown
}

/** The first 500 calls of a public API of over a thousand, as one resource group. */
function cutDocument(calls: number): object {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  const { components, paths, servers } = JSON.parse(readFileSync(file, 'utf8')) as Document
  const visible = { 'x-doc': { visibility: 'public' } }
  const kept: Document['paths'] = {}
  let left = calls
  for (const [path, item] of Object.entries(paths)) {
    for (const verb of verbs.filter((each) => each in item)) {
      if (left === 0) break
      kept[path] = { ...kept[path], [verb]: { ...item[verb], ...visible } }
      left -= 1
    }
  }
  const document = GroupDocument.parse({
    openapi: '3.1.0',
    info: { title: 'Everything', version: '1.0', description: 'A group as large as none of ours.' },
    'x-group': { slug: 'everything', product_category: 'Scale', order: 1, support_level: 'production' },
    ...visible,
    servers,
    paths: kept,
    components,
  })
  // Without the schemas that only the other calls speak of.
  return readableDocument(document, null) ?? document
}

export const scaleSha = '5ca1e0005ca1'

/** The reference of the tests, with a branch that holds a group of 500 calls. */
export function referenceFolder(calls = 500): string {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-reference-'))
  cpSync(fixture, folder, { recursive: true })
  mkdirSync(join(folder, 'scale/groups'), { recursive: true })
  writeFileSync(join(folder, 'scale/branch.yaml'), `{ name: scale, sha: ${scaleSha}, default: false }`)
  writeFileSync(join(folder, 'scale/groups/everything.json'), JSON.stringify(cutDocument(calls)))
  return folder
}
