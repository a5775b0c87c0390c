import { useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { NoMatch } from '../ui/EmptyState.tsx'

/** Shows why a filter was refused. Users can type a search, so the server's message about it is shown. */
export function FilterRefused({ error, onClear }: { error: Error | null; onClear: () => void }) {
  const { t } = useTranslation()
  const search = error instanceof CallError ? error.fields['filters.search'] : undefined
  return (
    <div role="alert">
      <NoMatch
        title={search ? t('ui.searchRefused') : t('ui.unknownFilter')}
        detail={search?.join(' ') ?? t('ui.unknownFilterDetail')}
        onClear={onClear}
      />
    </div>
  )
}
