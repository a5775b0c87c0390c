import type { AccountSecurityEvent } from '@trestle/domain/securityEvents/contract.ts'
import type { TFunction } from 'i18next'
import '../texts/securityEvents.ts'
import type { Column } from '../ui/Table.tsx'

type Client = Pick<AccountSecurityEvent, 'browser' | 'network'>

/** Returns the columns that say from where an event was caused. */
export const clientColumns = (t: TFunction): Column<Client>[] =>
  (['browser', 'network'] as const).map((key) => ({
    key,
    label: t(`securityEvents.${key}`),
    folds: true,
    cell: (client) => client[key] ?? t('ui.notAvailable'),
  }))
