/** The schemas of the forms before sign-in, in a separate file because they load after the page. */
export {
  forgotPassword,
  PasswordSignIn,
  Registration,
  resetPassword,
} from '@trestle/domain/accounts/contract.ts'
export { RecoveryCodeForm, TotpForm } from '@trestle/domain/accounts/factors/contract.ts'
