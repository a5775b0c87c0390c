import { checkServerIdentity, TLSSocket, type PeerCertificate } from 'node:tls'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type pg from 'pg'
import { findSocket } from '../db/silence.ts'
import { reasonFor } from '../logging.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import type { Settings } from '../settings.ts'
import { isPublicStage } from '../settingsRules.ts'
import { warning, type Finding } from './finding.ts'

/** Notes the certificates of the servers that the doctor connects to. */
export interface CertificateWatch {
  /** For TLS, in place of Node's check of the name. */
  checkServerIdentity: (host: string, certificate: PeerCertificate) => Error | undefined
  /** Returns a warning for each certificate that ends soon. Those that have ended fail the connection. */
  listEnding: () => Finding[]
}

const warnBeforeMs = 21 * dayMs

export function watchCertificates(): CertificateWatch {
  const ends = new Map<string, number>()
  return {
    checkServerIdentity: (host, certificate) => {
      const end = Date.parse(certificate.valid_to)
      ends.set(host, Math.min(end, ends.get(host) ?? end))
      return checkServerIdentity(host, certificate)
    },
    listEnding: () =>
      [...ends]
        .filter(([, end]) => end - Date.now() < warnBeforeMs)
        .map(([host, end]) =>
          warning(
            `The certificate of ${host} ends on ${new Date(end).toISOString().slice(0, 10)}. Renew it.`,
          ),
        ),
  }
}

/** Notes the certificate of a database server, unless the connection isn't encrypted or verifies nothing. */
export async function noteDatabaseCertificate(
  pool: pg.Pool,
  host: string,
  watch: CertificateWatch,
): Promise<void> {
  const client = await pool.connect()
  const socket = findSocket(client)
  if (socket instanceof TLSSocket && socket.authorized) {
    watch.checkServerIdentity(host, socket.getPeerCertificate())
  }
  client.release()
}

const timeoutMs = 10_000

/** Asks the load balancer, which may not run yet when a portal is installed. Any reply is good. */
export async function checkPublicUrl(
  { PUBLIC_URL, RELEASE_STAGE, isSecure }: Settings,
  certificates: CertificateWatch,
): Promise<Finding[]> {
  if (!isSecure || !isPublicStage(RELEASE_STAGE)) return []
  // In the portal's own network, its address may be a private one.
  const outgoing = createOutgoing({ ALLOW_PRIVATE_OUTGOING: true }, certificates)
  try {
    await outgoing.call(`${PUBLIC_URL}/healthz`, { method: 'GET', headers: {}, timeoutMs })
    return [{ level: 'ok', text: 'PUBLIC_URL can be reached from this machine.' }]
  } catch (error) {
    return [warning(`PUBLIC_URL can't be reached from this machine: ${reasonFor(error)}`)]
  }
}
