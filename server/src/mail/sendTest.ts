import type { Settings } from '../settings.ts'
import { renderHtml, renderText } from './renderHtml.ts'
import { checkMs, openTransport } from './transport.ts'

/**
 * Sends a short email immediately, with the sender and the form of the portal's emails. Returns the reply of the email
 * server.
 */
export async function sendTestEmail(settings: Settings, smtpUrl: string, to: string): Promise<string> {
  const subject = `Test email from ${settings.PLATFORM_NAME}`
  const text = `This email was sent with npm run doctor to test the settings of ${settings.PUBLIC_URL}.`
  const transport = openTransport(smtpUrl, settings.MAIL_FROM)
  try {
    const { response } = await transport.sendMail({
      to,
      subject,
      text: renderText(settings, text),
      html: renderHtml(settings, { subject, text }),
      signal: AbortSignal.timeout(checkMs),
    })
    return response ?? ''
  } finally {
    transport.close()
  }
}
