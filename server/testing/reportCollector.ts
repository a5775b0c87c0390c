import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { listenOnFreePort } from '../../scripts/testing/listenOnFreePort.ts'

export interface ReportCollector {
  dsn: string
  /** Each request's address, headers and body, in order of arrival. */
  received: string[]
  close: () => void
}

/** Starts a Sentry-compatible service that stores every request. Pages of any origin can send to it. */
export async function openReportCollector(): Promise<ReportCollector> {
  const received: string[] = []
  const collector = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { url, headers } = request
      const body = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      received.push([url, JSON.stringify(headers), body.toString('utf8')].join('\n'))
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      response.end('{}')
    })
  })
  const port = await listenOnFreePort(collector)
  return { dsn: `http://key@127.0.0.1:${port}/1`, received, close: () => void collector.close() }
}
