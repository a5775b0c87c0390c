import { listPermissionTools } from '@trestle/domain/permissions/contract.ts'
import { tools } from '@trestle/domain/permissions/tools.ts'
import { route } from '../http/route.ts'

export const permissionRoutes = [
  route(listPermissionTools, { access: 'signedIn', handle: async () => tools }),
]
