import type { ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { usePageAction } from '../../shared/usePageAction.ts'
import { preloadEditor } from '../editor/lazyEditor.ts'
import { ReasonButton } from '../ReasonButton.tsx'
import type { NamedApp, Rights } from '../rights.ts'
import { NewVersionDialog } from './NewVersionDialog.tsx'
import { useNewVersionDecision } from './useNewVersionDecision.ts'

interface NewVersionButtonProps extends ButtonProps {
  app: NamedApp
  rights: Rights
  label: string
  /** The command palette presses this one when a page has several such buttons. */
  forPalette?: boolean
  onCreated?: () => void
}

function useNewVersionBlock(rights: Rights): string | null {
  const { t } = useTranslation()
  const decision = useNewVersionDecision()
  if (!rights.canModify) return t('manifests.newVersion.notAllowed')
  return decision.ok ? null : t('manifests.newVersion.paused')
}

export function NewVersionButton(props: NewVersionButtonProps) {
  const { app, rights, label, forPalette = false, onCreated, ...button } = props
  const reason = useNewVersionBlock(rights)
  const [opened, setOpened] = useState(false)
  usePageAction('createVersion', forPalette && reason === null, () => setOpened(true))
  return (
    <>
      <ReasonButton
        {...button}
        reason={reason}
        leftSection={<IconPlus size="1rem" aria-hidden />}
        onClick={() => setOpened(true)}
        onMouseEnter={() => preloadEditor()}
      >
        {label}
      </ReasonButton>
      <NewVersionDialog
        app={app}
        rights={rights}
        opened={opened}
        onClose={() => setOpened(false)}
        {...(onCreated && { onCreated })}
      />
    </>
  )
}
