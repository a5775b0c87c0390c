import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { formBody } from './formBody.ts'

test.each(['Tour.mp4', 'Größe 1.mp4', 'a"; name="other.mp4', 'a\r\nx-header: 1\r\n\r\nb.mp4'])(
  'sends a form unchanged for any file name: %j',
  async (filename) => {
    const content = Buffer.from('\r\n--not-the-boundary\r\nbytes\0')
    const path = join(await newFolder({ file: content }), 'file')
    const file = { name: 'file', path, bytes: content.length, filename, contentType: 'video/mp4' }
    const { headers, body } = formBody('cut-here', { api_password: 'host-secret', project_id: 'ü' }, file)
    const sent = await buffer(Readable.from(body ?? []))
    expect(headers['content-length']).toBe(String(sent.length))
    const form = await new Response(sent, { headers }).formData()
    const received = form.get('file')
    if (!(received instanceof File)) throw new Error('the form has no file')
    expect([form.get('api_password'), form.get('project_id')]).toEqual(['host-secret', 'ü'])
    expect([...form.keys()]).toEqual(['api_password', 'project_id', 'file'])
    expect(decodeURIComponent(received.name)).toBe(filename)
    expect([received.type, await received.bytes()]).toEqual(['video/mp4', new Uint8Array(content)])
  },
)
