import { IconBuildingSkyscraper, IconCertificate, IconFlask, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { Badge } from '../ui/Badge.tsx'

interface ListingBadgesProps {
  beta: boolean
  security_badge: boolean
  made_by_procore: boolean
  procore_certified_partner: boolean
}

/** Shows the platform's badges for an app (LIST-82, LADM-01, LADM-02). */
export function ListingBadges(props: ListingBadgesProps) {
  const { t } = useTranslation()
  return (
    <>
      {props.made_by_procore && (
        <Badge tone="accent" icon={<IconBuildingSkyscraper size="0.8125rem" aria-hidden />}>
          {t('marketplace.badges.madeBy')}
        </Badge>
      )}
      {props.procore_certified_partner && (
        <Badge tone="success" icon={<IconCertificate size="0.8125rem" aria-hidden />}>
          {t('marketplace.badges.certified')}
        </Badge>
      )}
      {props.beta && (
        <Badge tone="warning" icon={<IconFlask size="0.8125rem" aria-hidden />}>
          {t('marketplace.badges.beta')}
        </Badge>
      )}
      {props.security_badge && (
        <Badge tone="info" icon={<IconShieldCheck size="0.8125rem" aria-hidden />}>
          {t('marketplace.badges.security')}
        </Badge>
      )}
    </>
  )
}
