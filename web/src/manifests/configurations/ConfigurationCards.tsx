import { IconAlertTriangle } from '@tabler/icons-react'
import type { ConfiguredContent } from '@trestle/domain/manifests/contract.ts'
import { expandViews } from '@trestle/domain/manifests/configurations/views.ts'
import { accessCount } from '@trestle/domain/permissions/rules.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/configurations.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { FoldingCard } from '../../ui/FoldingCard.tsx'
import type { BuilderProblems } from './builderProblems.ts'
import { ComponentsCard } from './ComponentsCard.tsx'
import { DataConnectorCard, type PermissionDrawer } from './DataConnectorCard.tsx'
import { InstructionsCard } from './InstructionsCard.tsx'
import type { Builder } from './useBuilder.ts'

export interface OpenForms {
  component: boolean
  permissions: boolean
}

interface ConfigurationCardsProps {
  builder: Builder
  problems: BuilderProblems
  /** Why the cards are read-only; null when they can be edited. */
  disabledReason: string | null
  permissionDrawer: PermissionDrawer | null
  isConfidential: boolean
  onForm: (form: keyof OpenForms, isOpen: boolean) => void
}

/** Shows the parts of a version in three cards (CONF-04 to CONF-08). */
export function ConfigurationCards(props: ConfigurationCardsProps) {
  const { builder, problems, disabledReason, permissionDrawer, onForm } = props
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  const { configured, basedOn } = builder
  const hasInstructionErrors = Object.keys(problems.instructions).length > 0
  return (
    <>
      <FoldingCard
        title={t('configurations.components')}
        summary={componentsSummary(t, configured)}
        aside={problems.components !== null && <Attention />}
        startsOpen
      >
        <ComponentsCard
          configured={configured}
          onChange={builder.change}
          disabledReason={disabledReason}
          isGovernmentCloud={isGovernmentCloud}
          onEditing={(isOpen) => onForm('component', isOpen)}
          problem={problems.components}
        />
      </FoldingCard>
      <FoldingCard
        title={t('configurations.connector')}
        summary={connectorSummary(t, configured)}
        aside={problems.connector.length > 0 && <Attention />}
      >
        {problems.connector.map((message) => (
          <Banner key={message} tone="danger">
            <p>{message}</p>
          </Banner>
        ))}
        <DataConnectorCard
          configured={configured}
          onChange={(next, { allowEmptySave }) => builder.change(next, allowEmptySave)}
          disabledReason={disabledReason}
          locked={basedOn?.auth_code_locked ?? false}
          confidential={props.isConfidential}
          capable={basedOn?.auth_code_capable ?? true}
          onEditing={(isOpen) => onForm('permissions', isOpen)}
          permissionDrawer={permissionDrawer}
        />
      </FoldingCard>
      <FoldingCard
        title={t('configurations.instructions')}
        summary={
          configured.post_installation_instruction?.page.label || t('configurations.summary.noInstructions')
        }
        aside={hasInstructionErrors && <Attention />}
      >
        <InstructionsCard
          configured={configured}
          onChange={builder.change}
          onLeave={builder.leave}
          errors={problems.instructions}
          isIncomplete={problems.isIncomplete}
          isReadOnly={disabledReason !== null}
        />
      </FoldingCard>
    </>
  )
}

function Attention() {
  const { t } = useTranslation()
  return (
    <Badge tone="danger" icon={<IconAlertTriangle size="0.875rem" aria-hidden />}>
      {t('configurations.attention')}
    </Badge>
  )
}

function componentsSummary(t: TFunction, { fullscreen, sidepanel }: ConfiguredContent): string {
  const names = [
    ...(fullscreen ? [t('configurations.summary.fullscreen')] : []),
    ...(sidepanel
      ? [t('configurations.summary.sidepanel', { count: expandViews(sidepanel.views).length })]
      : []),
  ]
  return names.length > 0 ? names.join(' · ') : t('configurations.summary.noComponents')
}

function connectorSummary(t: TFunction, { oauth, permissions }: ConfiguredContent): string {
  const count = accessCount(permissions)
  const names = [
    ...(oauth.enabled ? [t('configurations.summary.userLevel')] : []),
    ...(count > 0 ? [t('configurations.summary.serviceAccount', { count })] : []),
  ]
  return names.length > 0 ? names.join(' · ') : t('configurations.summary.noConnector')
}
