import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import classes from './CheckFailed.module.css'

/** Shows that the validation itself failed, in a banner that stays until closed (ERR-17). */
export function CheckFailed({ message }: { message: string }) {
  const { t } = useTranslation()
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  return (
    <div className={classes['fixed']}>
      <Banner
        tone="danger"
        announce
        title={t('manifests.validations.failedTitle')}
        onClose={() => setIsClosed(true)}
      >
        <p>{message}</p>
      </Banner>
    </div>
  )
}
