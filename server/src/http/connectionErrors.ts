import { maxHeaderSize, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Socket } from 'node:net'
import { errorStatus, type Refusal } from '@trestle/domain/http/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { toErrorReply } from './errorReply.ts'
import { malformed, noSuchCall, RefusalError } from '../errors.ts'

/** Refusals for errors of Node's HTTP parser that allow a better message than "not valid HTTP". */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    message: `The URL and headers of the request are larger than ${maxHeaderSize / 1024} KB. Delete this site's cookies, or send less.`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: 'too_large',
    message: 'The chunk extensions of the request body are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'timed_out',
    message: 'The request took too long to arrive. Try again.',
  },
  HPE_INVALID_METHOD: malformed('The method of the request is unknown.'),
  HPE_INVALID_HEADER_TOKEN: malformed("A request header contains characters that aren't allowed there."),
  HPE_UNEXPECTED_CONTENT_LENGTH: malformed('The request states the length of its body more than once.'),
}

const invalid = malformed("The request isn't valid HTTP.")

interface ConnectionErrorOptions {
  log: FastifyBaseLogger
  newRequestId: () => string
  /** The security headers of every reply. */
  headers: Record<string, string>
}

/** Answers errors that never reach the router with the common error reply (ERR-42), and logs them. */
export function answerConnectionErrors(
  server: Server,
  { log, newRequestId, headers }: ConnectionErrorOptions,
): void {
  const responses = new WeakMap<Duplex, ServerResponse>()
  const refuse = (socket: Duplex, refusal: Refusal, reason: string | undefined): void => {
    const id = newRequestId()
    log.info({ reqId: id, status: errorStatus[refusal.code], reason }, 'request refused before routing')
    socket.write(replyText(refusal, id, headers))
  }
  server.on('request', ({ socket }, response) => {
    responses.set(socket, response)
    // Otherwise each open connection would retain everything that its last request needed.
    response.once('close', () => {
      if (responses.get(socket) === response) responses.delete(socket)
    })
  })
  // Handled like any other request: `checkRequests` refuses an expectation that the server can't meet.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => {
    refuse(socket, noSuchCall, 'CONNECT')
    close(socket)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isRequest = error.code?.startsWith('HPE_') || error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (isRequest && isOpen(socket) && mayAnswer(responses.get(socket))) {
      refuse(socket, refusals[error.code ?? ''] ?? invalid, error.code)
    }
    close(socket)
  })
}

/** Excludes connections without any data, such as one that a browser opened in advance: they get no reply. */
const isOpen = (socket: Duplex): boolean =>
  socket.writable && !(socket instanceof Socket && socket.bytesRead === 0)

/** Returns whether a reply would neither interrupt another reply nor replace one that is still due. */
function mayAnswer(response: ServerResponse | undefined): boolean {
  if (!response || response.writableFinished) return true
  return response.socket !== null && !response.headersSent && !response.req.complete
}

/** Closes a connection once all pending data is written. */
function close(socket: Duplex): void {
  if (socket instanceof Socket) socket.destroySoon()
  else socket.end()
}

function replyText(refusal: Refusal, requestId: string, headers: Record<string, string>): string {
  const status = errorStatus[refusal.code]
  const body = JSON.stringify(toErrorReply(new RefusalError(refusal), requestId))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `date: ${new Date().toUTCString()}`,
    `x-request-id: ${requestId}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
