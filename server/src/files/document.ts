import { open } from 'node:fs/promises'
import { damagedDocument, type MediaFacts } from '@trestle/domain/files/mediaRules.ts'
import { invalidFileType } from '@trestle/domain/files/rules.ts'
import { refusalError } from '../errors.ts'

const endLength = 2048

/** Recognizes a PDF by its bytes: both its header and its end marker must be present. */
export async function readDocument(path: string, bytes: number): Promise<MediaFacts> {
  const file = await open(path)
  try {
    const read = async (length: number, offset: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return buffer.toString('latin1', 0, bytesRead)
    }
    if (!(await read(5, 0)).startsWith('%PDF-')) throw refusalError('invalid_input', invalidFileType)
    if (!(await read(endLength, Math.max(0, bytes - endLength))).includes('%%EOF')) {
      throw refusalError('invalid_input', damagedDocument)
    }
    return { contentType: 'application/pdf', width: null, height: null, framesPerSecond: null }
  } finally {
    await file.close()
  }
}
