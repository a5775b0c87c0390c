import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expect, type Page } from './fixtures.ts'

export const list = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true })

/** Returns the cells of one column by its position, without the header. */
export const cells = (table: Locator, column: number): Locator =>
  table.locator(`tbody td:nth-child(${column}):not([colspan])`)

/** Returns the cells of a CSV file, line by line. Every cell is quoted; the demo data has no quotes. */
export const csvCells = (text: string): string[][] =>
  text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))

/** Follows Export CSV and returns the cells of the file, line by line. */
export async function exported(page: Page, fileName: string): Promise<string[][]> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(fileName)
  return csvCells(await readFile(await download.path(), 'utf8'))
}

/** Chooses an option of a picker by keyboard, after the debounce of its search. */
export async function pick(page: Page, picker: string, typed: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: picker })
  await box.click()
  await box.fill(typed)
  const found = page.getByRole('listbox', { name: picker }).getByRole('option')
  await expect(found).toHaveText([new RegExp(option)])
  await expect(found).toHaveAttribute('data-combobox-selected')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(option)
}
