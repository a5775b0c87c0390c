import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { toast } from '../../ui/toast.ts'

type Visibility = Pick<ListingContent, 'security_questionnaire_visible'>

/** Returns a function that announces whether a save enabled or disabled the questionnaire (SEC-04 to SEC-06). */
export function useQuestionnaireToast() {
  const { t } = useTranslation()
  return (before: Visibility, { security_questionnaire_visible: isVisible }: Visibility): void => {
    if (isVisible === before.security_questionnaire_visible) return
    toast('success', t(isVisible ? 'listings.security.enabled' : 'listings.security.disabled'))
  }
}
