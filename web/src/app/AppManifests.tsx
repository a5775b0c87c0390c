import type { EnvironmentType } from '@trestle/domain/manifests/contract.ts'
import { environments } from '@trestle/domain/manifests/rules.ts'
import { ReviewHistory } from '../manifests/review/ReviewHistory.tsx'
import type { NamedApp, Rights } from '../manifests/rights.ts'
import { ManifestsSection } from '../manifests/versions/ManifestsSection.tsx'
import { useAddressChoice } from '../shared/useAddressChoice.ts'

const environmentTypes = Object.values(environments).map(({ type }) => type)

interface AppManifestsProps {
  app: NamedApp
  rights: Rights
  first: EnvironmentType
}

/** Shows an app's manifests by environment (MAN-07) and how their reviews went. */
export function AppManifests({ app, rights, first }: AppManifestsProps) {
  const [environment, setEnvironment] = useAddressChoice(
    rights.isStaffScreen ? 'staff' : 'developer',
    'environment',
    environmentTypes,
    first,
  )
  return (
    <>
      <ManifestsSection app={app} rights={rights} environment={environment} onEnvironment={setEnvironment} />
      <ReviewHistory appId={app.id} isStaffScreen={rights.isStaffScreen} />
    </>
  )
}
