import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/factors.ts'
import { TextLink } from '../../ui/Link.tsx'
import { isPasskeyHost, supportsPasskeys } from './passkeys.ts'

const canUsePasskeys = (): boolean => supportsPasskeys() && isPasskeyHost(window.location.hostname)

const neverChanges = () => () => undefined

/** Returns whether passkeys can be used at this address, in this browser. A page rendered by the server assumes so. */
export const useCanUsePasskeys = (): boolean => useSyncExternalStore(neverChanges, canUsePasskeys, () => true)

/** Says why passkeys can't be used here, and where they can. */
export function PasskeyNote() {
  const { t } = useTranslation()
  const { public_url: address } = useFlags()
  if (useCanUsePasskeys()) return null
  return (
    <Text size="sm" c="dimmed">
      {isPasskeyHost(window.location.hostname) ? (
        t('factors.passkeys.unsupported')
      ) : (
        <Trans
          i18nKey="factors.passkeys.wrongHost"
          values={{ address }}
          components={{
            portal: <TextLink href={`${address}${window.location.pathname}`}>{address}</TextLink>,
          }}
        />
      )}
    </Text>
  )
}
