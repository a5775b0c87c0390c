import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { largeGroup } from './largeGroup.ts'
import { temporaryRoot } from './portal.ts'

const fixture = fileURLToPath(new URL('../server/testing/reference', import.meta.url))

export const scaleSha = '5ca1e0005ca1'

/** Copies the tests' reference to the folder of the run. */
export function copyReference(): string {
  const folder = mkdtempSync(join(temporaryRoot(), 'reference-'))
  cpSync(fixture, folder, { recursive: true })
  return folder
}

/** Returns the tests' reference with an extra branch that has a group of 500 endpoints. */
export function referenceFolder(): string {
  const folder = copyReference()
  mkdirSync(join(folder, 'scale/groups'), { recursive: true })
  writeFileSync(join(folder, 'scale/branch.yaml'), `{ name: scale, sha: ${scaleSha}, default: false }`)
  writeFileSync(join(folder, 'scale/groups/everything.json'), JSON.stringify(largeGroup()))
  return folder
}
