import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { lazyPage, type LazyPage } from '../ui/retry.ts'
import type { AdminGeneralProps } from './AdminGeneral.tsx'

interface TabProps {
  app: AdminDeveloperApp
}

export const AdminGeneral: LazyPage<AdminGeneralProps> = lazyPage(() =>
  import('./AdminGeneral.tsx').then((m) => m.AdminGeneral),
)
export const AdminSandbox: LazyPage<TabProps> = lazyPage(() =>
  import('./AdminSandbox.tsx').then((m) => m.AdminSandbox),
)
export const AdminListing: LazyPage<TabProps> = lazyPage(() =>
  import('./AdminListing.tsx').then((m) => m.AdminListing),
)
