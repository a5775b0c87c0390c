import type { AccountSecurityEvent } from '@trestle/domain/securityEvents/contract.ts'
import type { TFunction } from 'i18next'
import { createElement } from 'react'
import '../texts/securityEvents.ts'
import { NotAvailable } from '../ui/NotAvailable.tsx'
import type { Column } from '../ui/Table.tsx'

type Client = Pick<AccountSecurityEvent, 'browser' | 'network'>

/** Returns the columns that show where an event came from. */
export const clientColumns = (t: TFunction): Column<Client>[] =>
  (['browser', 'network'] as const).map((key) => ({
    key,
    label: t(`securityEvents.${key}`),
    folds: 'medium',
    cell: (client) => client[key] ?? createElement(NotAvailable),
  }))
