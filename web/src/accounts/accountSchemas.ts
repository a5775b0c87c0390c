/** The schemas of the forms about an account, in a separate module because they load after the page. */
import { updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { maxPlatformIdDigits } from '@trestle/domain/accounts/rules.ts'
import { z } from 'zod'

export { changePassword, updateAccount } from '@trestle/domain/accounts/contract.ts'
export { requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'

/** The value that staff type: the id as text, or empty for none. */
export const adminDeveloperSchema = (idProblem: string) =>
  updateAdminDeveloper.body.extend({
    procore_id: z
      .string()
      .trim()
      .regex(new RegExp(String.raw`^\d{0,${maxPlatformIdDigits}}$`), idProblem),
  })
