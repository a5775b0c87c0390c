import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import type { Multipart } from '@trestle/domain/http/endpoint.ts'
import { tooLarge } from '@trestle/domain/files/rules.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import type { FastifyRequest } from 'fastify'
import { bodyTooLarge } from './bodyShape.ts'
import { refusalError, type RefusalError } from '../errors.ts'
import { parseForm, unknownField } from './parse.ts'

/** An uploaded file on this server's disk, deleted once the call is answered. Its content has not been checked. */
export interface Upload {
  path: string
  bytes: number
  /** The sender's name for the file: one line, without a folder. */
  filename: string
}

export interface Form {
  /** The fields nested under the form's `under` key, as JSON would send them. */
  body: unknown
  files: Record<string, Upload>
  /** Deletes the files. */
  discard: () => Promise<void>
}

const maxNameLength = 200
const limits = { fieldSize: 65_536, fields: 100 }

const unreadable = (): RefusalError =>
  refusalError('malformed', "The form couldn't be read because it's damaged or incomplete.")

const overLimit = (message: string): RefusalError => refusalError('too_large', message)

/** Converts an error of the parser to a refusal: the form caused it, not the server. */
function toRefusal(error: unknown, { files }: Multipart): RefusalError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT') {
    return overLimit(files.length === 1 ? 'Send one file at a time.' : `Send at most ${files.length} files.`)
  }
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return overLimit(`The form has more than ${limits.fields} fields.`)
  }
  // The parser doesn't say which name it was.
  if (code === 'FST_PROTO_VIOLATION') {
    return refusalError(
      'invalid_input',
      'A form field has a reserved name, such as __proto__ or constructor.',
    )
  }
  return unreadable()
}

/** Reads a form to its end. Stores its files in a temporary folder; refuses anything too large or unexpected. */
export async function readForm(
  request: FastifyRequest,
  multipart: Multipart,
  limit: BodyLimit,
): Promise<Form> {
  const form = new FormReader(multipart, limit)
  try {
    await form.read(request)
    return { body: form.body(), files: form.files, discard: () => form.discard() }
  } catch (error) {
    await form.discard()
    throw error
  } finally {
    // Reads and discards the rest of a refused form, so that its sender receives the reason.
    request.raw.unpipe()
    request.raw.resume()
  }
}

const folderPrefix = 'trestle-upload-'
/** Longer than a request may take. */
const abandonedMs = hourMs

/** Deletes files left behind by processes that were killed during an upload. */
export async function deleteAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && (await isAbandoned(Number(pid), join(tmpdir(), name)))) {
      await rm(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}

/** This process has received nothing yet, so a folder with its number belongs to an earlier one. */
async function isAbandoned(pid: number, folder: string): Promise<boolean> {
  if (pid === process.pid || !isRunning(pid)) return true
  const changedAt = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Infinity
  return Date.now() - changedAt > abandonedMs
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The parser passes on a part without a name, although RFC 7578 requires one. */
function requireName({ fieldname }: { fieldname: string | undefined }): void {
  if (fieldname === undefined) throw unreadable()
}

class FormReader {
  readonly files: Record<string, Upload> = {}
  readonly #multipart: Multipart
  readonly #fields: [name: string, value: string][] = []
  readonly #limit: BodyLimit
  #fieldBytes = 0
  #parts = 0
  #folder: string | undefined

  constructor(multipart: Multipart, limit: BodyLimit) {
    this.#multipart = multipart
    this.#limit = limit
  }

  async read(request: FastifyRequest): Promise<void> {
    const { files, maxFileBytes } = this.#multipart
    const parts = request.parts({
      limits: { ...limits, files: files.length, parts: limits.fields + files.length, fileSize: maxFileBytes },
    })
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        throw toRefusal(error, this.#multipart)
      })
      if (next.done) break
      this.#parts += 1
      requireName(next.value)
      if (next.value.type === 'file') await this.#saveFile(next.value)
      else this.#addField(next.value)
    }
    if (this.#parts === 0) throw unreadable()
  }

  body(): unknown {
    const fields = parseForm(new URLSearchParams(this.#fields).toString(), this.#limit)
    const { under } = this.#multipart
    if (under === null) return fields
    const stranger = Object.keys(fields).find((name) => name !== under)
    if (stranger !== undefined) throw unknownField(stranger)
    return fields[under] ?? {}
  }

  async discard(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  #addField(part: MultipartValue): void {
    // The parser's own limit on names applies to url-encoded forms only.
    if (part.fieldname.length > maxNameLength) {
      throw overLimit(`The name of a field is longer than ${maxNameLength} characters.`)
    }
    if (part.valueTruncated) {
      throw overLimit(`A field of the form is larger than ${limits.fieldSize / 1024} KB.`)
    }
    // The parser has already parsed a part labeled as JSON; the contract only allows text.
    if (typeof part.value !== 'string') throw unreadable()
    this.#fieldBytes += Buffer.byteLength(part.value)
    const maxBytes = this.#limit.kilobytes * 1024
    if (this.#fieldBytes > maxBytes) throw bodyTooLarge(maxBytes)
    this.#fields.push([part.fieldname, part.value])
  }

  async #saveFile(part: MultipartFile): Promise<void> {
    const { under, files, maxFileBytes } = this.#multipart
    const name = files.find((file) => part.fieldname === (under === null ? file : `${under}[${file}]`))
    if (name === undefined) throw unknownField(part.fieldname)
    this.#folder ??= await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
    const path = join(this.#folder, name)
    const bytes = await save(part, path)
    if (part.file.truncated) {
      const message = tooLarge(maxFileBytes)
      throw refusalError('too_large', message, name)
    }
    // What a browser sends for an empty file field.
    if (bytes > 0 || part.filename !== '') {
      this.files[name] = { path, bytes, filename: baseName(part.filename) }
    }
  }
}

const maxFilename = 255

const baseName = (filename: string): string =>
  (filename.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, maxFilename)

async function save(part: MultipartFile, path: string): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 })
  try {
    await pipeline(part.file, file)
    return file.bytesWritten
  } catch (error) {
    // A full disk is a server error; a form that ends in the middle of a file isn't.
    if (error instanceof Error && 'syscall' in error) throw error
    throw unreadable()
  }
}
