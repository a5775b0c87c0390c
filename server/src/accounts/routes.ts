import * as contract from '@trestle/domain/accounts/contract.ts'
import { createPasskeyRequest as createPasskeyRequestEndpoint } from '@trestle/domain/accounts/factors/contract.ts'
import { route, type Route } from '../http/route.ts'
import { changePassword, signOutOthers } from './changePassword.ts'
import { confirmEmail, readConfirmation, resendConfirmation } from './confirmEmail.ts'
import { confirmSession } from './confirmSession.ts'
import type { EndAccessSince } from './removedAccess.ts'
import { register, type FindInvitedAddress } from './register.ts'
import { rejectEmail } from './rejectEmail.ts'
import { requestReset, resetPassword } from './resetPassword.ts'
import { finishSignIn } from './pendingSignIns/finishSignIn.ts'
import { createPasskeyRequest } from './passkeys/createPasskeyRequest.ts'
import { loadSession, loadStartedSession } from './loadSession.ts'
import { endOtherSession } from './sessions/endSession.ts'
import { loadSessions } from './sessions/loadSessions.ts'
import { signIn, signOut } from './signIn.ts'
import { updateAccount } from './updateAccount.ts'

export const accountRoutes: Route[] = [
  route(contract.getSession, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ actor, services, client }) => loadSession(services, actor, client),
  }),
  route(contract.signIn, {
    access: 'anyone',
    isForEnrollment: true,
    handle: async ({ body, by, services, client }) =>
      loadStartedSession(services, await signIn(services, client, by, body), client),
  }),
  route(contract.finishSignIn, {
    access: 'anyone',
    isForEnrollment: true,
    handle: async ({ body, by, services, client }) =>
      loadStartedSession(services, await finishSignIn(services, client, by, body), client),
  }),
  route(createPasskeyRequestEndpoint, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ actor, body, services, client }) =>
      createPasskeyRequest(services, actor, client, body?.purpose ?? 'sign_in'),
  }),
  route(contract.signOut, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ by, services, client }) => signOut(services, client, by),
  }),
  route(contract.confirmSession, {
    access: 'signedIn',
    isForEnrollment: true,
    opensBeforeTerms: true,
    handle: ({ actor, body, services, client }) => confirmSession(services, actor, client, body),
  }),
  route(contract.getEmailConfirmation, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ actor, params, services }) => readConfirmation(services, actor, params.token),
  }),
  route(contract.confirmEmail, {
    access: 'anyone',
    isForEnrollment: true,
    handle: ({ actor, body, by, services, client }) =>
      confirmEmail(services, actor, client.address, by, body),
  }),
  route(contract.rejectEmail, {
    access: 'anyone',
    handle: ({ actor, body, by, services, client }) => rejectEmail(services, actor, client, by, body.token),
  }),
  route(contract.resendConfirmation, {
    access: 'signedIn',
    isForEnrollment: true,
    handle: ({ actor, services, client }) => resendConfirmation(services, actor, client.address),
  }),
  route(contract.forgotPassword, {
    access: 'anyone',
    handle: ({ body, by, services, client }) => requestReset(services, client, by, body.email),
  }),
  route(contract.updateAccount, {
    access: 'signedIn',
    handle: ({ actor, body, services }) => updateAccount(services, actor, body),
  }),
  route(contract.changePassword, {
    access: 'signedIn',
    handle: ({ actor, body, services, client }) => changePassword(services, actor, client, body),
  }),
  route(contract.listAccountSessions, {
    access: 'signedIn',
    handle: ({ actor, services }) => loadSessions(services, actor),
  }),
  route(contract.endAccountSession, {
    access: 'signedIn',
    handle: ({ actor, params, services, client }) => endOtherSession(services, actor, client, params.id),
  }),
  route(contract.signOutOthers, {
    access: 'signedIn',
    handle: ({ actor, services, client }) => signOutOthers(services, actor, client),
  }),
]

interface RegistrationRouteOptions {
  findInvitedAddress: FindInvitedAddress
}

export const registrationRoutes = ({ findInvitedAddress }: RegistrationRouteOptions): Route[] => [
  route(contract.register, {
    access: 'anyone',
    handle: ({ body, by, services, client }) =>
      register(services, client.address, by, body, findInvitedAddress),
  }),
]

export const passwordResetRoutes = (dependencies: { endAccessSince: EndAccessSince }): Route[] => [
  route(contract.resetPassword, {
    access: 'anyone',
    handle: ({ actor, body, by, services, client }) =>
      resetPassword(services, actor, client, by, body, dependencies.endAccessSince),
  }),
]
