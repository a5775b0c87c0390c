import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Settings } from '../settings.ts'
import { isPublicStage } from '../settingsRules.ts'
import type { ByteRange } from '../http/byteRange.ts'
import { limitErrors, limitWaits, waitForBytes } from './replyLimits.ts'

type RetryStrategy = Exclude<
  Exclude<S3ClientConfig['retryStrategy'], undefined>,
  { mode?: string; retry: unknown }
>

/** The file storage. The server chooses the keys: letters, digits, one folder level. */
export interface FileDisk {
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** Stores a file from a path on this server, of any size. */
  putFile: (key: string, path: string, contentType: string) => Promise<void>
  /** Returns undefined if the file doesn't exist. */
  read: (key: string) => Promise<Buffer | undefined>
  /** Streams the bytes of a range, both ends included, or of the whole file. */
  stream: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  /** Deletes a file. A missing file isn't an error, because a deletion may be tried twice. */
  remove: (key: string) => Promise<void>
}

/** Opens the storage that FILES_URL names: a folder, by default inside DATA_DIR, or a bucket. */
export async function openDisk(
  { FILES_URL, DATA_DIR, RELEASE_STAGE }: Settings,
  outgoing: Outgoing,
  times: BucketTimes = bucketTimes,
): Promise<FileDisk> {
  if (FILES_URL.startsWith('s3:')) return openBucket(new URL(FILES_URL), outgoing, times)
  const path = FILES_URL.replace(/^file:(\/\/)?/, '')
  const location = resolve(path === '' ? join(DATA_DIR, 'files') : path)
  const refuseMissing = async (): Promise<void> => {
    if (path === '' || !isPublicStage(RELEASE_STAGE) || !(await isMissingFolder(location))) return
    throw new MissingFolderError(`The folder ${location} doesn't exist. Create or mount it.`)
  }
  await refuseMissing()
  return openFolder(location, refuseMissing)
}

/** A folder that can't be read isn't missing. Storing a file in it reports the reason. */
const isMissingFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (error: unknown) => isMissing(error),
  )

/** The folder that FILES_URL names may be a mount that is missing: files would go to the disk below it. */
export class MissingFolderError extends Error {}

/** Makes sure that a file, or the names in a folder, survive a power cut. For a large file this may take seconds. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function openFolder(location: string, refuseMissing: () => Promise<void>): FileDisk {
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const store = storeOn(disk, '')
  const requireFolder = (toError: (key: string, cause: unknown) => Error, key: string): Promise<void> =>
    refuseMissing().catch((error: unknown) => {
      throw toError(key, error)
    })
  const checked = async (key: string, putting: () => Promise<void>) => {
    await requireFolder(unwritable, key)
    await mkdir(dirname(join(location, key)), { recursive: true })
    await putting()
    await sync(join(location, key))
    await sync(dirname(join(location, key)))
  }
  return {
    ...store,
    put: (key, bytes, contentType) => checked(key, () => store.put(key, bytes, contentType)),
    putFile: (key, path, contentType) => checked(key, () => store.putFile(key, path, contentType)),
    read: async (key) => {
      await requireFolder(unreadable, key)
      return store.read(key)
    },
    // Otherwise a file that is on the mount would count as deleted.
    remove: async (key) => {
      await requireFolder(unwritable, key)
      await store.remove(key)
    },
    stream: async (key, range) => {
      await requireFolder(unreadable, key)
      const file = createReadStream(join(location, key), range)
      return new Promise((resolve, reject) => {
        file.once('open', () => resolve(file))
        file.once('error', (error) =>
          isMissing(error) ? resolve(undefined) : reject(unreadable(key, error)),
        )
      })
    },
  }
}

/**
 * Opens `s3://KEY:SECRET@bucket/prefix?region=eu-central-1&endpoint=https://…`. Without a key the usual AWS
 * credential sources are used.
 */
async function openBucket(url: URL, outgoing: Outgoing, times: BucketTimes): Promise<FileDisk> {
  // The S3 client is large; a portal that uses a folder never loads it.
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const client = new S3Client(clientOptions(url, outgoing, times))
  // For this one, silence also includes the time in which a reader pauses, so `stream` has its own limits.
  const reader = new S3Client(clientOptions(url, outgoing, { ...times, silenceMs: 0 }))
  for (const each of [client, reader]) limitErrors(each, times.errorMs)
  const driver = new S3Driver({
    client,
    bucket: url.hostname,
    visibility: 'private',
    supportsACL: false,
  })
  const folder = url.pathname.replace(/^\/|\/$/g, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const stream: FileDisk['stream'] = async (key, range) => {
    const command = new GetObjectCommand({
      Bucket: url.hostname,
      Key: `${prefix}${key}`,
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), firstByteMs(times))
    try {
      const { Body } = await reader.send(command, { abortSignal: late.signal })
      // In Node the body of a reply is a Node stream.
      const file = Body as Readable
      await waitForBytes(file, late.signal)
      return limitWaits(file, times.silenceMs)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw unreadable(key, error)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...storeOn(new Disk(driver), prefix),
    stream,
    read: async (key) => {
      const file = await stream(key)
      if (!file) return undefined
      return buffer(addAbortSignal(AbortSignal.timeout(times.callMs), file)).catch((error: unknown) => {
        throw unreadable(key, error)
      })
    },
  }
}

/** Wraps an error like the file library does, so that it counts as a fault of the storage. */
const unreadable = (key: string, cause: unknown): Error =>
  Object.assign(new Error(`Cannot read file from location "${key}"`, { cause }), {
    code: 'E_CANNOT_READ_FILE',
  })

const unwritable = (key: string, cause: unknown): Error =>
  Object.assign(new Error(`Cannot write file at location "${key}"`, { cause }), {
    code: 'E_CANNOT_WRITE_FILE',
  })

/**
 * Time limits of calls to a bucket, in milliseconds. Without an answer, a call fails within the sum of the first three.
 */
export interface BucketTimes {
  connectMs: number
  /** Time without a byte in either direction. */
  silenceMs: number
  /** How long failed calls are repeated. A call that fails slowly isn't tried again. */
  retryMs: number
  /** Time for an error to end after its headers. */
  errorMs: number
  /** Time for a whole call: as long as it may take to send a video. */
  callMs: number
}

const firstByteMs = ({ connectMs, silenceMs, retryMs }: BucketTimes): number =>
  connectMs + silenceMs + retryMs

export const bucketTimes: BucketTimes = {
  connectMs: 3_000,
  silenceMs: 9_000,
  retryMs: 2_000,
  errorMs: 2_000,
  callMs: 600_000,
}

const maxRetries = 2
const retryDelayMs = 100

/** Repeats calls that failed quickly, for example because the bucket limits requests. */
function createRetryStrategy(retryMs: number): RetryStrategy {
  const toToken = (retries: number, startedAt: number) => ({
    getRetryCount: () => retries,
    getRetryDelay: () => retryDelayMs * retries,
    startedAt,
  })
  return {
    acquireInitialRetryToken: async () => toToken(0, performance.now()),
    refreshRetryTokenForRetry: async (token, { errorType }) => {
      const { startedAt } = token as ReturnType<typeof toToken>
      const retries = token.getRetryCount() + 1
      const isLate = performance.now() - startedAt > retryMs
      if (isLate || retries > maxRetries || errorType === 'CLIENT_ERROR') throw new Error('No more retries.')
      return toToken(retries, startedAt)
    },
    recordSuccess: () => undefined,
  }
}

function clientOptions(url: URL, { agents }: Outgoing, times: BucketTimes): S3ClientConfig {
  const endpoint = url.searchParams.get('endpoint')
  return {
    region: url.searchParams.get('region') ?? 'us-east-1',
    requestHandler: {
      ...agents,
      connectionTimeout: times.connectMs,
      socketTimeout: times.silenceMs,
      requestTimeout: times.callMs,
      throwOnRequestTimeout: true,
    },
    retryStrategy: createRetryStrategy(times.retryMs),
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
