import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { withNames } from '@trestle/domain/listings/questionnaire.ts'
import { useTranslation } from 'react-i18next'
import { PublicListing } from '../marketplace/PublicListing.tsx'
import '../texts/listings.ts'
import { Modal } from '../ui/Modal.tsx'

export interface ListingPreviewProps {
  opened: boolean
  content: ListingContent
  onClose: () => void
}

const facts = { made_by_procore: false, procore_certified_partner: false, version: null, preview: true }

/** Shows a form's data as the marketplace would, with the marketplace page's own component (LVAL-39). */
export function ListingPreview({ content, opened, onClose }: ListingPreviewProps) {
  const { t } = useTranslation()
  const questionnaire = withNames(content.security_questionnaire)
  return (
    <Modal opened={opened} onClose={onClose} title={t('listings.actions.preview')} fullScreen>
      <PublicListing content={{ ...content, security_questionnaire: questionnaire }} facts={facts} />
    </Modal>
  )
}
