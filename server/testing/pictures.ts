import sharp from 'sharp'

/** Creates a real image of a single color. */
export function makePicture(
  width: number,
  height: number = width,
  type: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
  color = '#0f6864',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(type)
    .toBuffer()
}

export interface FormPart {
  name: string
  value: string | Buffer
  /** Marks the part as a file. */
  filename?: string
  type?: string
}

const boundary = 'trestle-test-boundary'

/** Encodes a multipart form as a browser does. */
export function writeForm(parts: FormPart[]): { headers: Record<string, string>; payload: Buffer } {
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
        (filename === undefined ? '' : `; filename="${filename}"`) +
        (type === undefined ? '' : `\r\ncontent-type: ${type}`) +
        '\r\n\r\n',
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
