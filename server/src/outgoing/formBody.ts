import { createReadStream } from 'node:fs'
import type { OutgoingRequest } from './outgoing.ts'

interface FormFile {
  name: string
  path: string
  bytes: number
  filename: string
  contentType: string
}

/**
 * Quotes a name as browsers do: a quote or a line break must not end the header (HTML, multipart/form-data encoding).
 */
const quoted = (text: string): string =>
  `"${text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

/** Returns a multipart form whose one file is read from the disk while it is sent. */
export function formBody(
  boundary: string,
  fields: Record<string, string>,
  file: FormFile,
): Pick<OutgoingRequest, 'headers' | 'body'> {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(name)}\r\n\r\n${value}\r\n`,
  )
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(file.name)}; filename=${quoted(file.filename)}\r\ncontent-type: ${file.contentType}\r\n\r\n`
  const head = Buffer.from(parts.join('') + fileHead)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.bytes + tail.length),
    },
    body: (async function* () {
      yield head
      yield* createReadStream(file.path)
      yield tail
    })(),
  }
}
