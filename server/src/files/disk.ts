import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { syncPath } from '../db/embedded/durableFiles.ts'
import type { Settings } from '../settings.ts'

/** Where files lie. Keys are ours: letters, digits, one folder level. */
export interface FileDisk {
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** Undefined when there is no such file. */
  read: (key: string) => Promise<Buffer | undefined>
  /** Removing what is not there is fine: a removal may be tried twice. */
  remove: (key: string) => Promise<void>
}

/** The disk that FILES_URL names: a folder, by default inside DATA_DIR, or a bucket. */
export async function openDisk({ FILES_URL, DATA_DIR }: Settings): Promise<FileDisk> {
  return FILES_URL.startsWith('s3:')
    ? openBucket(new URL(FILES_URL))
    : openFolder(folderOf(FILES_URL, DATA_DIR))
}

function folderOf(filesUrl: string, dataDir: string): string {
  const path = filesUrl.replace(/^file:(\/\/)?/, '')
  return resolve(path === '' ? join(dataDir, 'files') : path)
}

function openFolder(location: string): FileDisk {
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const store = storeOn(disk, '')
  return {
    ...store,
    put: async (key, bytes, contentType) => {
      await mkdir(dirname(join(location, key)), { recursive: true })
      await store.put(key, bytes, contentType)
      syncPath(join(location, key))
      syncPath(dirname(join(location, key)))
    },
  }
}

/** `s3://KEY:SECRET@bucket/prefix?region=eu-central-1&endpoint=https://…`; without a key the usual AWS sources are asked. */
async function openBucket(url: URL): Promise<FileDisk> {
  // The client of S3 is large; a portal with a folder never loads it.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    ...clientOptions(url),
    bucket: url.hostname,
    visibility: 'private',
    supportsACL: false,
  })
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  return storeOn(new Disk(driver), prefix === '' ? '' : `${prefix}/`)
}

function clientOptions(url: URL): S3ClientConfig {
  const endpoint = url.searchParams.get('endpoint')
  return {
    region: url.searchParams.get('region') ?? 'us-east-1',
    // Other makers of S3 know buckets as folders, and not the newest checksums.
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

function storeOn(disk: Disk, prefix: string): FileDisk {
  return {
    put: (key, bytes, contentType) => disk.put(`${prefix}${key}`, bytes, { contentType }),
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
