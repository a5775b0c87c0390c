import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { newFolder } from './folders.ts'

/** Starts a bucket on a real S3 server. Returns its address for FILES_URL, and the folder of its objects. */
export async function startBucket(): Promise<{ url: string; folder: string }> {
  const folder = await newFolder()
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'trestle-files', configs: [] }],
  })
  // A program that ends leaves requests behind, which keep writing after their connections are closed.
  const running = new Set<Promise<unknown>>()
  s3.middleware.unshift((_context, next) => {
    const work = next().finally(() => running.delete(work))
    running.add(work)
    return work
  })
  const { port } = await s3.run()
  onTestFinished(async () => {
    await s3.close()
    // An upload that was cut off never ends.
    await Promise.race([Promise.allSettled(running), pause(1000)])
  })
  return { url: `s3://S3RVER:S3RVER@trestle-files/portal?endpoint=http://127.0.0.1:${port}`, folder }
}
