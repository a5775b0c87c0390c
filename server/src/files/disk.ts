import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { syncPath } from '../db/embedded/durableFiles.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Settings } from '../settings.ts'

export interface ByteRange {
  start: number
  end: number
}

/** The file storage. The server chooses the keys: letters, digits, one folder level. */
export interface FileDisk {
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** Stores a file from a path on this server, of any size. */
  putFile: (key: string, path: string, contentType: string) => Promise<void>
  /** Returns undefined when there is no such file. */
  read: (key: string) => Promise<Buffer | undefined>
  /** Streams the bytes of a range, both ends included, or of the whole file. */
  stream: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  /** Deletes a file. A missing file is no error, because a deletion may be tried twice. */
  remove: (key: string) => Promise<void>
}

/** Opens the storage that FILES_URL names: a folder, by default inside DATA_DIR, or a bucket. */
export async function openDisk({ FILES_URL, DATA_DIR }: Settings, outgoing: Outgoing): Promise<FileDisk> {
  return FILES_URL.startsWith('s3:')
    ? openBucket(new URL(FILES_URL), outgoing)
    : openFolder(toFolder(FILES_URL, DATA_DIR))
}

function toFolder(filesUrl: string, dataDir: string): string {
  const path = filesUrl.replace(/^file:(\/\/)?/, '')
  return resolve(path === '' ? join(dataDir, 'files') : path)
}

function openFolder(location: string): FileDisk {
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const store = storeOn(disk, '')
  const checked = async (key: string, putting: () => Promise<void>) => {
    await mkdir(dirname(join(location, key)), { recursive: true })
    await putting()
    syncPath(join(location, key))
    syncPath(dirname(join(location, key)))
  }
  return {
    ...store,
    put: (key, bytes, contentType) => checked(key, () => store.put(key, bytes, contentType)),
    putFile: (key, path, contentType) => checked(key, () => store.putFile(key, path, contentType)),
    stream: async (key, range) => {
      const file = createReadStream(join(location, key), range)
      return new Promise((resolve, reject) => {
        file.once('open', () => resolve(file))
        file.once('error', (error) => (isMissing(error) ? resolve(undefined) : reject(error)))
      })
    },
  }
}

/**
 * Opens `s3://KEY:SECRET@bucket/prefix?region=eu-central-1&endpoint=https://…`. Without a key the usual AWS
 * credential sources are used.
 */
async function openBucket(url: URL, outgoing: Outgoing): Promise<FileDisk> {
  // The S3 client is large; a portal that uses a folder never loads it.
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const client = new S3Client(clientOptions(url, outgoing))
  const driver = new S3Driver({
    client,
    bucket: url.hostname,
    visibility: 'private',
    supportsACL: false,
  })
  const folder = url.pathname.replace(/^\/|\/$/g, '')
  const prefix = folder === '' ? '' : `${folder}/`
  return {
    ...storeOn(new Disk(driver), prefix),
    stream: async (key, range) => {
      const command = new GetObjectCommand({
        Bucket: url.hostname,
        Key: `${prefix}${key}`,
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      })
      const found = await client.send(command).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      // In Node the body of a reply is a Node stream.
      return found?.Body as Readable | undefined
    },
  }
}

/** A request may take as long as sending a video does. A silent connection ends sooner. */
const requestTimeouts = {
  connectionTimeout: 10_000,
  socketTimeout: 60_000,
  requestTimeout: 600_000,
  throwOnRequestTimeout: true,
}

function clientOptions(url: URL, { agents }: Outgoing): S3ClientConfig {
  const endpoint = url.searchParams.get('endpoint')
  return {
    region: url.searchParams.get('region') ?? 'us-east-1',
    requestHandler: { ...agents, ...requestTimeouts },
    // Other S3 implementations expect buckets as paths, and don't support the newest checksums.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(url.username !== '' && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
}

function storeOn(disk: Disk, prefix: string): Omit<FileDisk, 'stream'> {
  return {
    put: (key, bytes, contentType) => disk.put(`${prefix}${key}`, bytes, { contentType }),
    putFile: async (key, path, contentType) => {
      // S3 requires the length of a stream.
      const { size: contentLength } = await stat(path)
      await disk.putStream(`${prefix}${key}`, createReadStream(path), { contentType, contentLength })
    },
    read: async (key) => {
      try {
        return await buffer(await disk.getStream(`${prefix}${key}`))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (key) => disk.delete(`${prefix}${key}`),
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === 'ENOENT') return true
  return error.name === 'NoSuchKey' || isMissing(error.cause)
}
