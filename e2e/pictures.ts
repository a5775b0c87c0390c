import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { FileChooser, Locator, Page } from '@playwright/test'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Returns a real PNG: one color, or noise if its size in bytes matters. */
export function png(width: number, height = width, color: 'teal' | 'noise' = 'teal'): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const lines = Array.from({ length: height }, () => {
    const pixels = color === 'noise' ? randomBytes(width * 3) : Buffer.alloc(width * 3, '0f6864', 'hex')
    return Buffer.concat([Buffer.alloc(1), pixels])
  })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the file in the form a file chooser accepts. */
export const pngFile = (name: string, ...size: Parameters<typeof png>) => ({
  name,
  mimeType: 'image/png',
  buffer: png(...size),
})

/** Clicks the control that opens the browser's file dialog, and returns the dialog. */
export async function chooser(page: Page, press: () => Promise<void>): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser')
  // After this round trip the browser intercepts the dialog; a key pressed earlier would open the native one.
  await page.evaluate(() => undefined)
  await press()
  return opened
}

/** Drops files onto a zone, including files that the dialog would not offer. */
export async function drop(page: Page, into: Locator, ...files: ReturnType<typeof pngFile>[]): Promise<void> {
  const provided = files.map(({ buffer, ...file }) => ({ ...file, bytes: buffer.toString('base64') }))
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, bytes } of all) {
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
      transfer.items.add(new File([content], name, { type: mimeType }))
    }
    return transfer
  }, provided)
  await into.locator('.mantine-Dropzone-root').dispatchEvent('drop', { dataTransfer: data })
}
