import type { TestServer } from './server.ts'

/** Lists the emails to an address, oldest first. */
export const listEmailsTo = async (
  { emails }: Pick<TestServer, 'emails'>,
  address: string,
): ReturnType<TestServer['emails']> => (await emails()).filter(({ recipient }) => recipient === address)

/** Returns the token of the newest link to a page that was emailed to an address. */
export async function readMailedToken(
  server: Pick<TestServer, 'emails'>,
  address: string,
  page:
    | 'confirm_email'
    | 'reset_password'
    | 'invitations'
    | 'change_email'
    | 'undo_email_change'
    | 'cancel_factor_reset',
): Promise<string> {
  const link = new RegExp(`/${page}/([\\w-]{43})$`, 'm')
  const received = await listEmailsTo(server, address)
  const [, token] = link.exec(received.at(-1)?.body ?? '') ?? []
  if (token === undefined) throw new Error(`The newest email to ${address} has no link to /${page}.`)
  return token
}
