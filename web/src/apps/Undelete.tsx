import { Button } from '@mantine/core'
import { hasDeletedOwner } from '@trestle/domain/accounts/deletion/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isConflict } from '../http/gone.ts'
import { useFlags } from '../http/session.ts'
import '../texts/adminApp.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toFailure } from '../ui/failure.ts'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/toast.ts'
import classes from './AdminApp.module.css'
import type { AdminAppPanelProps } from './AdminAppPanel.tsx'
import { useUndeleteApp } from './mutations.ts'

interface UndeleteProps extends Pick<AdminAppPanelProps, 'app' | 'onFailure'> {
  onDone: () => void
}

/** Restores a deleted app after confirming its owner (AAPP-34 to AAPP-36). */
export function Undelete({ app, onFailure, onDone }: UndeleteProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync: undelete } = useUndeleteApp(app.id)
  const hasOwner = !hasDeletedOwner(app)
  const others = app.collaborators.filter(({ role }) => role !== 'owner').length
  const confirm = async () => {
    onFailure(null)
    try {
      await undelete()
      toast('success', t('adminApp.undelete.done'))
      onDone()
    } catch (error) {
      onFailure(toFailure(error))
      // Someone else may have undeleted it. The page then shows it without this section.
      if (isConflict(error)) onDone()
    }
  }
  return (
    <Section title={t('adminApp.panel.deletedTitle')} description={t('adminApp.panel.deletedDetail')}>
      <Button fullWidth onClick={() => setAsking(true)}>
        {t('adminApp.panel.undelete')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('adminApp.undelete.title', { name: app.internal_name })}
        confirmLabel={t('adminApp.panel.undelete')}
        onConfirm={confirm}
      >
        <p className={classes['first']}>
          {t('adminApp.undelete.people', { count: others, ...(hasOwner && { context: 'owner' }) })}
        </p>
        {!isGovernmentCloud && <p>{t('adminApp.undelete.sandbox')}</p>}
      </ConfirmDialog>
    </Section>
  )
}
