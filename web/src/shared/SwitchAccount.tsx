import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signOutTo } from '../http/signOut.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'

interface SwitchAccountProps {
  /** Opens after signing out, so that another account can sign in. */
  address: string
  label: string
  errorTitle: string
  /** Shown next to the button. */
  children?: ReactNode
}

/** Offers to switch to the account that a link is for. */
export function SwitchAccount({ address, label, errorTitle, children }: SwitchAccountProps) {
  const switching = useMutation({ mutationFn: () => signOutTo(address) })
  return (
    <>
      <ErrorBanner title={errorTitle} error={switching.error && toFailure(switching.error)} />
      <Group>
        <Button loading={switching.isPending} onClick={() => switching.mutate()}>
          {label}
        </Button>
        {children}
      </Group>
    </>
  )
}
