import { checkDisk } from '../files/checkDisk.ts'
import { openDisk } from '../files/disk.ts'
import { reasonFor } from '../logging.ts'
import { sendTestEmail } from '../mail/sendTest.ts'
import { checkTransport } from '../mail/transport.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Settings } from '../settings.ts'
import type { CertificateWatch } from './checkCertificates.ts'
import { problem, warning, type Finding } from './finding.ts'

/** Signs in, and sends a test email if there is an address for it. */
export async function checkEmailServer(
  settings: Settings,
  { checkServerIdentity }: CertificateWatch,
  sendTo?: string,
): Promise<Finding[]> {
  const { SMTP_URL: url } = settings
  if (!url) {
    return sendTo === undefined
      ? [{ level: 'ok', text: 'Without SMTP_URL, emails stay in the outbox.' }]
      : [problem('No email can be sent, because SMTP_URL is not set.')]
  }
  try {
    await checkTransport(url, { tls: { checkServerIdentity } })
  } catch (error) {
    const reason = reasonFor(error)
    const hint = reason.includes('wrong version number')
      ? '. It answers without TLS on this port: begin SMTP_URL with smtp://, or name its port for TLS.'
      : ''
    return [problem(`The email server at SMTP_URL can't be used: ${reason}${hint}`)]
  }
  const login: Finding = { level: 'ok', text: 'The email server at SMTP_URL accepts the login.' }
  return sendTo === undefined ? [login] : [login, await checkSending(settings, url, sendTo)]
}

async function checkSending(settings: Settings, smtpUrl: string, to: string): Promise<Finding> {
  try {
    const reply = await sendTestEmail(settings, smtpUrl, to)
    return { level: 'ok', text: `The email server replied to an email to ${to} with "${reply}".` }
  } catch (error) {
    return problem(`The email server refuses an email to ${to}: ${reasonFor(error)}`)
  }
}

/** Stores, reads and deletes a small file. */
export async function checkFiles(settings: Settings, outgoing: Outgoing): Promise<Finding[]> {
  try {
    await checkDisk(await openDisk(settings, outgoing))
    return [{ level: 'ok', text: 'Files can be stored, read and deleted at FILES_URL.' }]
  } catch (error) {
    return [problem(`The file storage at FILES_URL can't be used: ${reasonFor(error)}`)]
  }
}

const timeoutMs = 10_000

/** Only asks for an answer, as docs/sandbox-service.md describes, because a request for a sandbox would build one. */
export async function checkSandboxService(settings: Settings, outgoing: Outgoing): Promise<Finding[]> {
  const { SANDBOX_SERVICE_URL: url, SANDBOX_SERVICE_TOKEN: token, GOV_CLOUD, RELEASE_STAGE } = settings
  if (GOV_CLOUD) return []
  if (url === undefined) {
    return RELEASE_STAGE === 'production'
      ? [warning('Sandboxes are simulated.')]
      : [{ level: 'ok', text: 'Sandboxes are simulated.' }]
  }
  try {
    const headers = token === '' ? undefined : { authorization: `Bearer ${token}` }
    const { status } = await outgoing.call(url, { method: 'GET', headers: { ...headers }, timeoutMs })
    if (status === 401 || status === 403) {
      return [problem(`The sandbox service refuses SANDBOX_SERVICE_TOKEN with status ${status}.`)]
    }
    if (status >= 500) return [problem(`The sandbox service responded with status ${status}.`)]
    if (status > 299) {
      return [
        warning(
          `The sandbox service answers the check with status ${status}, which shows neither whether SANDBOX_SERVICE_URL nor whether SANDBOX_SERVICE_TOKEN is right.`,
        ),
      ]
    }
    return [{ level: 'ok', text: `The sandbox service answers the check with status ${status}.` }]
  } catch (error) {
    return [problem(`The sandbox service at SANDBOX_SERVICE_URL can't be reached: ${reasonFor(error)}`)]
  }
}
