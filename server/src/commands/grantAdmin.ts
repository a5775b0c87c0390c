import { grantAdmin } from '../accounts/grantAdmin.ts'
import { runCommand, toMessage, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import { RefusalError } from '../errors.ts'

const toEmail = (argument: string): string => argument.trim().toLowerCase()

function explain(error: unknown, argument: string): string {
  if (error instanceof RefusalError && error.code === 'not_found') {
    return `No account has the address ${toEmail(argument)}. Sign up in the portal first, then run this command again.`
  }
  return toMessage(error)
}

/** Makes someone the first platform admin (ACC-07). Others are added on the developer's page. */
await runCommand(
  'npm run grant-admin -- EMAIL',
  (argument) =>
    withDatabase(async (database, settings) => {
      warnDuringMaintenance(settings)
      const email = toEmail(argument)
      const outcome = await grantAdmin(connect(database.pool), new Date(), email)
      return outcome === 'granted'
        ? `${email} is now a platform admin.`
        : `${email} is already a platform admin.`
    }),
  { explain },
)
