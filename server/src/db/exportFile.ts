import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { syncPath } from './embedded/durableFiles.ts'

const Table = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })
const Sequence = z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })

/** The first line. The rows follow, one JSON array per line, table by table in this order. */
const Header = z.object({
  format: z.literal('trestle-export'),
  version: z.literal(1),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  sequences: z.array(Sequence),
})

/** Values as PostgreSQL writes them, so that nothing is lost. */
const Row = z.array(z.string().nullable())

export type ExportedTable = z.infer<typeof Table>
export type ExportHeader = z.infer<typeof Header>
export type ExportedRow = z.infer<typeof Row>

/** Writes a complete file or none: the file gets its name only once it is complete and on the disk. */
export async function writeExport(
  file: string,
  header: ExportHeader,
  rows: AsyncIterable<ExportedRow>,
): Promise<void> {
  const partial = `${file}.partial`
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify(header)}\n`
    for await (const row of rows) yield `${JSON.stringify(row)}\n`
  }
  try {
    // The file contains password hashes, so only its owner may read it.
    await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
    syncPath(dirname(file))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Passes the header and then each row to the reader, as fast as it accepts them. */
export async function readExport(
  file: string,
  read: (header: ExportHeader, rows: AsyncIterable<ExportedRow>) => Promise<void>,
): Promise<void> {
  await pipeline(createReadStream(file), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
    const lines = splitLines(bytes)
    const first = await lines.next()
    const header = Header.safeParse(first.done ? undefined : parseLine(first.value))
    if (!header.success) throw new Error(`${file} isn't a Trestle export.`)
    await read(header.data, parseRows(lines))
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new Error(`The file ${file} doesn't exist.`, { cause: error })
    if (!code.startsWith('Z_')) throw error
    throw new Error(`${file} is damaged or isn't an export: ${(error as Error).message}.`, { cause: error })
  })
}

async function* parseRows(lines: AsyncIterable<string>): AsyncGenerator<ExportedRow> {
  for await (const line of lines) yield Row.parse(parseLine(line))
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Splits lines without `readline`, which also breaks at U+2028, a character that JSON doesn't escape. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest + decoder.decode() !== '') yield rest
}
