import type { MarketplaceApp, MarketplaceNews, MarketplaceRow } from '@trestle/domain/marketplace/contract.ts'
import { MarketplaceApp as AppSchema } from '@trestle/domain/marketplace/contract.ts'
import { newsKindFor } from '@trestle/domain/marketplace/rules.ts'
import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { showsAnswers, showsSecurityBadge, withNames } from '@trestle/domain/listings/questionnaire.ts'
import type { Settings } from '../settings.ts'
import type { NewsRow, ShownApp, ShownRow } from './store.ts'

interface Shown<Row extends ShownRow> {
  row: Row
  content: ListingContent
}

/** Returns when the listing was published, which every public listing has. */
const publishedAt = ({ published_at, updated_at }: ShownRow): string => published_at ?? updated_at

export const presentRow = ({ row, content }: Shown<ShownRow>, settings: Settings): MarketplaceRow => ({
  slug: row.slug,
  made_by_procore: row.made_by_procore,
  procore_certified_partner: row.procore_certified_partner,
  public_name: content.public_name,
  tagline: content.tagline,
  built_by: content.built_by,
  category_ids: content.category_ids,
  beta: content.beta,
  security_badge: showsSecurityBadge(content, settings.SECURITY_AND_COMPLIANCE_ENABLED),
  small_logo: content.small_logo,
  published_at: publishedAt(row),
})

export const presentNews = ({ row, content }: Shown<NewsRow>): MarketplaceNews => ({
  slug: row.slug,
  public_name: content.public_name,
  tagline: content.tagline,
  small_logo: content.small_logo,
  kind: newsKindFor(row.first_published_at, row.announced_at),
  at: row.announced_at,
})

/**
 * Parses the app here, not only in the HTTP layer, because documents also contain it, and no reply schema strips those.
 */
export function presentApp({ row, content }: Shown<ShownApp>, settings: Settings): MarketplaceApp {
  const hasAnswers = showsAnswers(content, settings.SECURITY_AND_COMPLIANCE_ENABLED)
  const hasBadge = showsSecurityBadge(content, settings.SECURITY_AND_COMPLIANCE_ENABLED)
  return AppSchema.parse({
    slug: row.slug,
    made_by_procore: row.made_by_procore,
    procore_certified_partner: row.procore_certified_partner,
    version: settings.SEMANTIC_VERSIONS ? row.semantic_version : null,
    published_at: publishedAt(row),
    content: {
      ...content,
      app_version_id: content.installable ? row.version_key : null,
      videos: settings.GOV_CLOUD ? [] : content.videos,
      security_badge: hasBadge,
      security_questionnaire_visible: hasAnswers,
      security_questionnaire: hasAnswers ? withNames(content.security_questionnaire) : null,
      security_questionnaire_document: hasBadge ? content.security_questionnaire_document : null,
    },
  } satisfies MarketplaceApp)
}
