import { useTranslation } from 'react-i18next'
import { findDevelopersByEmail } from '../shared/queries.ts'
import '../texts/adminApp.ts'
import { AsyncPicker, type AsyncPickerProps } from '../ui/AsyncPicker.tsx'
import { bestFirst } from '../ui/matches.ts'

type EmailPickerProps = Pick<AsyncPickerProps, 'label' | 'value' | 'onChange' | 'error' | 'path'>

/** Picks a developer by email, in a dialog where a mix-up matters. */
export function EmailPicker(props: EmailPickerProps) {
  const { t } = useTranslation()
  return (
    <AsyncPicker
      {...props}
      description={t('adminApp.picker.hint')}
      load={async (search, signal) =>
        bestFirst(await findDevelopersByEmail(search, signal, t('adminApp.picker.suspended')), search)
      }
      takesFocus
    />
  )
}
