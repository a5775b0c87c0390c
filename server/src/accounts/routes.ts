import * as contract from '@trestle/domain/accounts/contract.ts'
import { route, type Route } from '../http/route.ts'
import { changePassword, signOutOthers } from './changePassword.ts'
import { confirmEmail, readConfirmation, resendConfirmation } from './confirmEmail.ts'
import { confirmSession } from './confirmSession.ts'
import { register } from './register.ts'
import { rejectEmail } from './rejectEmail.ts'
import { requestReset, resetPassword } from './resetPassword.ts'
import { actorOfToken, presentSession, sessionReply } from './session.ts'
import { endSession } from './sessions/endSession.ts'
import { presentSessions } from './sessions/present.ts'
import { signIn, signOut } from './signIn.ts'
import { updateAccount } from './updateAccount.ts'

export const accountRoutes: Route[] = [
  route(contract.getSession, {
    access: 'anyone',
    handle: ({ actor, services, client }) => presentSession(services, actor, client),
  }),
  route(contract.signIn, {
    access: 'anyone',
    handle: async ({ body, by, services, client }) => {
      const token = await signIn(services, client, by, body)
      return sessionReply(services, await actorOfToken(services, token), client.csrfToken())
    },
  }),
  route(contract.signOut, {
    access: 'anyone',
    handle: ({ by, services, client }) => signOut(services, client, by),
  }),
  route(contract.confirmSession, {
    access: 'signedIn',
    handle: ({ actor, body, by, services, client }) => confirmSession(services, actor, client, by, body),
  }),
  route(contract.register, {
    access: 'anyone',
    handle: async ({ body, by, services, client }) => {
      await register(services, client.address, by, body)
      return { email: body.email }
    },
  }),
  route(contract.getEmailConfirmation, {
    access: 'anyone',
    handle: ({ actor, params, services }) => readConfirmation(services, actor, params.token),
  }),
  route(contract.confirmEmail, {
    access: 'anyone',
    handle: ({ actor, body, by, services, client }) =>
      confirmEmail(services, actor, client.address, by, body),
  }),
  route(contract.rejectEmail, {
    access: 'anyone',
    handle: ({ actor, body, by, services, client }) => rejectEmail(services, actor, client, by, body.token),
  }),
  route(contract.resendConfirmation, {
    access: 'signedIn',
    handle: ({ actor, by, services, client }) => resendConfirmation(services, actor, client.address, by),
  }),
  route(contract.forgotPassword, {
    access: 'anyone',
    handle: ({ body, by, services, client }) => requestReset(services, client, by, body.email),
  }),
  route(contract.resetPassword, {
    access: 'anyone',
    handle: ({ actor, body, by, services, client }) => resetPassword(services, actor, client, by, body),
  }),
  route(contract.updateAccount, {
    access: 'signedIn',
    handle: ({ actor, body, by, services }) => updateAccount(services, actor, by, body),
  }),
  route(contract.changePassword, {
    access: 'signedIn',
    handle: ({ actor, body, by, services, client }) => changePassword(services, actor, client, by, body),
  }),
  route(contract.listAccountSessions, {
    access: 'signedIn',
    handle: ({ actor, services }) => presentSessions(services, actor),
  }),
  route(contract.endAccountSession, {
    access: 'signedIn',
    handle: ({ actor, by, params, services, client }) => endSession(services, actor, client, by, params.id),
  }),
  route(contract.signOutOthers, {
    access: 'signedIn',
    handle: ({ actor, by, services, client }) => signOutOthers(services, actor, client, by),
  }),
]
