import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DiscardQuestion } from '../ui/Modal.tsx'

interface CancelButtonProps {
  isDirty: boolean
  onCancel: () => void
}

/** Asks first when something would be lost, as the cross of the dialog does. */
export function CancelButton({ isDirty, onCancel }: CancelButtonProps) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => (isDirty ? setIsAsking(true) : onCancel())}>
        {t('ui.cancel')}
      </Button>
      <DiscardQuestion opened={isAsking} onKeep={() => setIsAsking(false)} onDiscard={onCancel} />
    </>
  )
}
