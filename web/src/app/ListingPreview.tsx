import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { showsAnswers, showsSecurityBadge, withNames } from '@trestle/domain/listings/questionnaire.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import type { PreviewFacts } from '../listings/editor/ListingEditor.tsx'
import { PublicListing } from '../marketplace/PublicListing.tsx'
import '../texts/listings.ts'
import { Modal } from '../ui/Modal.tsx'

export interface ListingPreviewProps {
  opened: boolean
  content: ListingContent
  facts: PreviewFacts
  onClose: () => void
}

/** Shows a form's data as the marketplace would, with the marketplace page's own component (LVAL-39). */
export function ListingPreview({ content, facts, opened, onClose }: ListingPreviewProps) {
  const { t } = useTranslation()
  const flags = useFlags()
  const shown = {
    ...content,
    videos: flags.gov_cloud ? [] : content.videos,
    security_badge: showsSecurityBadge(content, flags.security_and_compliance_enabled),
    security_questionnaire_visible: showsAnswers(content, flags.security_and_compliance_enabled),
    security_questionnaire: withNames(content.security_questionnaire),
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t('listings.actions.preview')} fullScreen>
      <PublicListing
        content={shown}
        facts={{ ...facts, version: flags.semantic_versions ? facts.version : null, preview: true }}
      />
    </Modal>
  )
}
