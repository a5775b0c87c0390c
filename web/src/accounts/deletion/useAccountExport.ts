import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../../texts/accountDeletion.ts'
import { exportAccount } from './queries.ts'

/** Returns a function that saves the account's data as a file, and how the last export ended. */
export function useAccountExport() {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => exportAccount(t('accountDeletion.file')),
  })
  return {
    isPending,
    error,
    start: () => {
      if (!isPending) mutate()
    },
  }
}
