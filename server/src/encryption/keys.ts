import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { keyBytes } from './encryption.ts'

const base64 = /^[A-Za-z0-9+/]+=*$/

/** Parses a comma-separated list of keys; null unless each is 32 bytes in base64. */
export function parseKeys(list: string): Buffer[] | null {
  const texts = list.split(',').map((text) => text.trim())
  const keys = texts.map((text) => Buffer.from(text, 'base64'))
  const areKeys = keys.every((key, index) => key.length === keyBytes && base64.test(texts[index] ?? ''))
  return areKeys ? keys : null
}

/**
 * Returns the keys of the settings. Without the setting, a key is created once and stored next to the database it
 * belongs to.
 */
export function loadKeys({
  ENCRYPTION_KEYS,
  DATA_DIR,
}: Pick<Settings, 'ENCRYPTION_KEYS' | 'DATA_DIR'>): Buffer[] {
  const keys = parseKeys(ENCRYPTION_KEYS ?? readOrCreate(DATA_DIR))
  if (keys) return keys
  throw new Error(`The file ${join(DATA_DIR, fileName)} contains no key of 32 bytes in base64.`)
}

const fileName = 'encryption-keys'

function readOrCreate(folder: string): string {
  const file = join(folder, fileName)
  const created = `${file}-${randomBytes(4).toString('hex')}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(created, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // Fails if the file exists, so that two processes that start together use the same key.
    linkSync(created, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(created)
  }
  return readFileSync(file, 'utf8').trim()
}
