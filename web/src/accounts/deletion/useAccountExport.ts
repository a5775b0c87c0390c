import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../../texts/accountDeletion.ts'
import { exportAccount } from './queries.ts'

export function useAccountExport() {
  const { t } = useTranslation()
  return useMutation({ mutationFn: () => exportAccount(t('accountDeletion.file')) })
}
