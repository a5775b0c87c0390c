import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { lazyMenu } from '../ui/LazyMenu.tsx'
import type { AccountPanelProps } from './AccountPanel.tsx'
import classes from './Shell.module.css'

const AccountPanel = lazyMenu<AccountPanelProps>(() =>
  import('./AccountPanel.tsx').then((m) => m.AccountPanel),
)

export function AccountMenu({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const trigger = (
    <button
      type="button"
      className={classes['link']}
      aria-label={t('shell.accountMenu', { name: developer.name })}
    >
      <IconUserCircle size="1.5rem" stroke={1.5} aria-hidden />
      <IconChevronDown size="0.9375rem" aria-hidden />
    </button>
  )
  return <AccountPanel developer={developer} trigger={trigger} />
}
