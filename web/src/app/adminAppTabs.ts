import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent.ts'
import type { AdminGeneralProps } from './AdminGeneral.tsx'

interface TabProps {
  app: AdminDeveloperApp
}

export const AdminGeneral: LazyComponent<AdminGeneralProps> = lazyComponent(() =>
  import('./AdminGeneral.tsx').then((m) => m.AdminGeneral),
)
export const AdminSandbox: LazyComponent<TabProps> = lazyComponent(() =>
  import('./AdminSandbox.tsx').then((m) => m.AdminSandbox),
)
export const AdminListing: LazyComponent<TabProps> = lazyComponent(() =>
  import('./AdminListing.tsx').then((m) => m.AdminListing),
)
