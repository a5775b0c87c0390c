import type { GroupDocument } from '@trestle/domain/reference/content.ts'
import type { ReferenceDoc } from '@trestle/domain/reference/contract.ts'
import { listEndpoints } from '@trestle/domain/reference/rules.ts'
import type { ReferenceContentsView } from '@trestle/domain/shell/publicPage.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DocArticle } from './DocArticle.tsx'
import { EndpointSection } from './EndpointSection.tsx'
import { GroupCards } from './GroupCards.tsx'
import { EndpointLinks, GroupHeader } from './GroupHeader.tsx'
import { PublicReference } from './PublicReference.tsx'

interface WithContents {
  contents: ReferenceContentsView
}

/** Shows visitors every resource group. */
export function PublicReferencePage({ contents }: WithContents) {
  const { t } = useTranslation()
  return (
    <PublicReference contents={contents} here={paths.reference()}>
      <PageHeader title={t('reference.title')} description={t('reference.lead')} />
      <GroupCards groups={contents.groups} />
    </PublicReference>
  )
}

/** Shows visitors an overview page. */
export function PublicReferenceDoc({ contents, doc }: WithContents & { doc: ReferenceDoc }) {
  return (
    <PublicReference contents={contents} here={paths.referenceDocs(doc.slug)}>
      <DocArticle doc={doc} />
    </PublicReference>
  )
}

/** Shows visitors the endpoints of a resource group. */
export function PublicReferenceGroup({ contents, document }: WithContents & { document: GroupDocument }) {
  const endpoints = listEndpoints(document)
  return (
    <PublicReference
      contents={contents}
      here={paths.referenceGroup(document['x-group'].slug)}
      inside={<EndpointLinks group={document.info.title} endpoints={endpoints} />}
    >
      <GroupHeader document={document} />
      {endpoints.map((endpoint) => (
        <EndpointSection key={`${endpoint.verb} ${endpoint.path}`} document={document} endpoint={endpoint} />
      ))}
    </PublicReference>
  )
}
