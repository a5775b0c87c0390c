import * as contract from '@trestle/domain/collaborators/contract.ts'
import { createAppLoader } from '../access/authorizedApp.ts'
import { route } from '../http/route.ts'
import { acceptOffer, readOffer } from './accept.ts'
import { createGuest } from './createGuest.ts'
import { cancel } from './cancel.ts'
import { changeRoles } from './changeRoles.ts'
import { presentCollaborator, presentInvitation } from './present.ts'
import { selectInvitations } from './invitations/store.ts'
import { invite } from './invite.ts'
import { removeCollaborator } from './remove.ts'
import { removeGuest } from './removeGuest.ts'
import { resend } from './resend.ts'
import { selectCollaborators } from './store.ts'

const readAppWithPeople = createAppLoader((db, appId) => ({ people: selectCollaborators(db, appId) }))

const readAppWithInvitations = createAppLoader((db, appId) => ({ invitations: selectInvitations(db, appId) }))

export const collaboratorRoutes = [
  route(contract.listCollaborators, {
    access: 'signedIn',
    handle: async ({ actor, services: { db }, query }) => {
      const { found } = await readAppWithPeople(db, actor, query.developer_app_id, 'collaborators.view')
      return found.people.map(presentCollaborator)
    },
  }),
  route(contract.updateCollaborators, {
    access: 'signedIn',
    handle: ({ actor, services, body }) => changeRoles(services, actor, body),
  }),
  route(contract.removeCollaborator, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => removeCollaborator(services, actor, params.id),
  }),
  route(contract.listInvitations, {
    access: 'signedIn',
    handle: async ({ actor, services: { db, now }, query }) => {
      const { found } = await readAppWithInvitations(db, actor, query.developer_app_id, 'collaborators.view')
      return found.invitations.map((row) => presentInvitation(row, now()))
    },
  }),
  route(contract.createInvitation, {
    access: 'signedIn',
    handle: ({ actor, services, body }) => invite(services, actor, body),
  }),
  route(contract.cancelInvitation, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => cancel(services, actor, params.id),
  }),
  route(contract.resendInvitation, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => resend(services, actor, params.id),
  }),
  route(contract.getInvitationOffer, {
    access: 'anyone',
    handle: ({ actor, services, params }) => readOffer(services, actor, params.token),
  }),
  route(contract.acceptInvitation, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => acceptOffer(services, actor, params.token),
  }),
]

export const guestRoutes = [
  route(contract.createGuest, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) =>
      createGuest(services, actor, { appId: params.id, developerId: body.developer_id }),
  }),
  route(contract.removeGuest, {
    access: 'platformAdmin',
    handle: ({ actor, services, params }) => removeGuest(services, actor, params),
  }),
]
