import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { findViolations, type Scan } from '../scripts/testing/accessibility.ts'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Returns what axe finds on the page, one line per finding. Axe is injected into a document once, however often it is
 * scanned, and only into the top frame: the portal has no other frames.
 */
export async function axeFindings(page: Page, rules: Scan['rules']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(findViolations, { rules, except: [] })
}
