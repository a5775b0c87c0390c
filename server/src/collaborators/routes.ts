import * as contract from '@trestle/domain/collaborators/contract.ts'
import { appFor } from '../access/appFor.ts'
import { route } from '../http/route.ts'
import { acceptOffer, readOffer } from './accept.ts'
import { cancel } from './cancel.ts'
import { changeRoles } from './changeRoles.ts'
import { presentCollaborator, presentInvitation } from './present.ts'
import { listInvitations } from './invitations/store.ts'
import { invite } from './invite.ts'
import { removeCollaborator } from './remove.ts'
import { resend } from './resend.ts'
import { listCollaborators } from './store.ts'

export const collaboratorRoutes = [
  route(contract.listCollaborators, {
    access: 'signedIn',
    handle: async ({ actor, services: { db }, query }) => {
      await appFor(db, actor, query.developer_app_id, 'collaborators.view')
      return (await listCollaborators(db, query.developer_app_id)).map(presentCollaborator)
    },
  }),
  route(contract.updateCollaborators, {
    access: 'signedIn',
    handle: ({ actor, by, services, body }) => changeRoles(services, actor, by, body),
  }),
  route(contract.removeCollaborator, {
    access: 'signedIn',
    handle: ({ actor, by, services, params }) => removeCollaborator(services, actor, by, params.id),
  }),
  route(contract.listInvitations, {
    access: 'signedIn',
    handle: async ({ actor, services: { db, now }, query }) => {
      await appFor(db, actor, query.developer_app_id, 'collaborators.view')
      const rows = await listInvitations(db, query.developer_app_id)
      return rows.map((row) => presentInvitation(row, now()))
    },
  }),
  route(contract.createInvitation, {
    access: 'signedIn',
    handle: ({ actor, by, services, body }) => invite(services, actor, by, body),
  }),
  route(contract.cancelInvitation, {
    access: 'signedIn',
    handle: ({ actor, by, services, params }) => cancel(services, actor, by, params.id),
  }),
  route(contract.resendInvitation, {
    access: 'signedIn',
    handle: ({ actor, by, services, params }) => resend(services, actor, by, params.id),
  }),
  route(contract.getInvitationOffer, {
    access: 'anyone',
    handle: ({ actor, services, params }) => readOffer(services, actor, params.token),
  }),
  route(contract.acceptInvitation, {
    access: 'signedIn',
    handle: ({ actor, by, services, params }) => acceptOffer(services, actor, by, params.token),
  }),
]
