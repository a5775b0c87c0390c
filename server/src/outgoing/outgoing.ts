import { lookup } from 'node:dns'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ConnectionOptions } from 'node:tls'
import type { Settings } from '../settings.ts'
import { isPrivateAddress } from './privateAddress.ts'

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** The time for the whole call: connecting, sending, and reading the reply. */
  timeoutMs: number
}

export interface OutgoingReply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Every call to another server over HTTP goes through these agents. */
export interface Outgoing {
  call: (url: string, request: OutgoingRequest) => Promise<OutgoingReply>
  /** For libraries that make their own requests. */
  agents: { httpAgent: http.Agent; httpsAgent: https.Agent }
}

const maxReplyBytes = 1_000_000

/**
 * Creates the client for calls to other servers. It doesn't follow redirects. Unless ALLOW_PRIVATE_OUTGOING is set,
 * it refuses addresses outside the public internet when the connection is opened, after the name has been resolved.
 */
export function createOutgoing(
  { ALLOW_PRIVATE_OUTGOING: allowsPrivate }: Pick<Settings, 'ALLOW_PRIVATE_OUTGOING'>,
  tls: Pick<ConnectionOptions, 'checkServerIdentity'> = {},
): Outgoing {
  // No limit on connections: MAX_CONNECTIONS limits the requests that need one. With a lower limit, people who read
  // files from the bucket slowly would keep everyone else from it.
  const options = { keepAlive: true }
  const agents = { httpAgent: new http.Agent(options), httpsAgent: new https.Agent({ ...options, ...tls }) }
  Object.values(agents).forEach(refuseOtherProtocols)
  if (!allowsPrivate) Object.values(agents).forEach(refusePrivateAddresses)
  return { agents, call: (url, request) => call(agents, url, request) }
}

/** The method with which Node's requests ask an agent for a connection. Its documentation and types omit it. */
type AddRequest = (request: http.ClientRequest, ...options: unknown[]) => void

/**
 * Fails requests that the server answers with another protocol (status 101). Otherwise, Node ends them without an
 * error, and the bucket's client waits until the time for a whole call is up.
 */
function refuseOtherProtocols(agent: http.Agent): void {
  const requests = agent as http.Agent & { addRequest: AddRequest }
  const add = requests.addRequest.bind(agent)
  requests.addRequest = (request, ...options) => {
    request.once('upgrade', (_response, socket) => {
      const { protocol, host } = request
      socket.destroy()
      // Node no longer passes errors of this socket on to its request.
      request.emit('error', new Error(`${protocol}//${host} answered with another protocol`))
    })
    add(request, ...options)
  }
}

const refusal = (host: string, address: string): Error =>
  new Error(
    `Refused to connect to ${host} at the private address ${address}. Set ALLOW_PRIVATE_OUTGOING=true to allow calls into a private network.`,
  )

function refusePrivateAddresses(agent: http.Agent): void {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const host = (options.host ?? '').replace(/^\[|\]$/g, '')
    // An IP address gets no lookup, so it is checked here.
    if (isIP(host) === 0 || !isPrivateAddress(host)) {
      return connect({ ...options, lookup: lookUpPublic }, callback)
    }
    process.nextTick(() => callback?.(refusal(host, host), new PassThrough()))
    return undefined
  }
}

/** Resolves a name. One private address among several is enough to refuse it. */
const lookUpPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const refused = addresses?.find(({ address }) => isPrivateAddress(address))
    const [first] = addresses ?? []
    if (error) callback(error, [])
    else if (refused) callback(refusal(host, refused.address), [])
    else if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })
}

async function call(
  agents: Outgoing['agents'],
  url: string,
  request: OutgoingRequest,
): Promise<OutgoingReply> {
  const { origin, protocol } = new URL(url)
  const { method, headers, body, timeoutMs } = request
  const signal = AbortSignal.timeout(timeoutMs)
  // Calls are rare, so the other side would close an idle connection before the next one.
  const options = { method, headers: { ...headers, connection: 'close' }, signal }
  const sent =
    protocol === 'https:'
      ? https.request(url, { ...options, agent: agents.httpsAgent })
      : http.request(url, { ...options, agent: agents.httpAgent })
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).on('error', reject)
    })
    send(sent, body)
    return await readReply(origin, await answered)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error(`${origin} did not respond within ${timeoutMs / 1000} s`, { cause: error })
  } finally {
    sent.destroy()
  }
}

function send(sent: http.ClientRequest, body: OutgoingRequest['body'] = ''): void {
  if (typeof body === 'string' || body instanceof Uint8Array) sent.end(body)
  else pipeline(Readable.from(body), sent).catch((error: Error) => sent.destroy(error))
}

async function readReply(origin: string, response: IncomingMessage): Promise<OutgoingReply> {
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400) {
    throw new Error(`${origin} responded with a redirect (${status}), which is not followed`)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxReplyBytes) {
      throw new Error(`${origin} responded with more than ${maxReplyBytes / 1_000_000} MB`)
    }
  }
  return { status, headers, text: Buffer.concat(chunks).toString('utf8') }
}
