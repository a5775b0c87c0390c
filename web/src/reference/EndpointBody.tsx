import { Button } from '@mantine/core'
import type { GroupDocument } from '@trestle/domain/reference/content.ts'
import type { Endpoint } from '@trestle/domain/reference/rules.ts'
import { isSandboxOperation, sandboxPrefix } from '@trestle/domain/platformApi/operations.ts'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/reference.ts'
import { Badge } from '../ui/Badge.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { humanize } from '../ui/humanize.ts'
import { Markdown } from '../ui/Markdown.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { useReader } from './context.ts'
import classes from './EndpointBody.module.css'
import { EndpointChanges } from './EndpointChanges.tsx'
import { FieldList } from './FieldList.tsx'
import { curlExample, toOperationView, type AnswerView, type OperationView } from './operationView.ts'

/** Its code loads when someone opens it. */
const TryIt = lazyComponent(() => import('./TryIt.tsx').then((m) => m.TryIt))

interface EndpointBodyProps {
  document: GroupDocument
  endpoint: Endpoint
}

/** Shows an endpoint's input and output on the left, and examples on the right. */
export function EndpointBody({ document, endpoint }: EndpointBodyProps) {
  const { t } = useTranslation()
  const view = useMemo(() => toOperationView(document, endpoint), [document, endpoint])
  const { description } = endpoint.operation
  return (
    <div className={classes['columns']}>
      <div className={classes['column']}>
        {description && <Markdown text={description} under={2} />}
        <RequiredTool endpoint={endpoint} />
        {view.parameters.length > 0 && (
          <>
            <h3>{t('reference.endpoint.parameters')}</h3>
            <FieldList fields={view.parameters} />
          </>
        )}
        {view.body && (
          <>
            <h3>{t('reference.endpoint.body')}</h3>
            <p className={classes['kind']}>
              <code>{view.body.contentType}</code>
              {view.body.required && ` · ${t('reference.endpoint.required')}`}
            </p>
            <FieldList fields={view.body.rows} />
          </>
        )}
        <h3>{t('reference.endpoint.responses')}</h3>
        <ul className={classes['answers']}>
          {view.answers.map((answer) => (
            <Answer key={answer.status} answer={answer} />
          ))}
        </ul>
        {view.changes.length > 0 && (
          <>
            <h3>{t('reference.endpoint.changes')}</h3>
            <EndpointChanges title={endpoint.operation.summary} changes={view.changes} />
          </>
        )}
      </div>
      <Examples document={document} endpoint={endpoint} view={view} />
    </div>
  )
}

const inWords = (code: string) => humanize(code).toLowerCase()

/** Shows the level of access to a tool that the caller needs. */
function RequiredTool({ endpoint: { operation } }: Pick<EndpointBodyProps, 'endpoint'>) {
  const { t } = useTranslation()
  const { 'x-tool': tool } = operation
  if (!tool) return null
  const { scope, name, level } = tool
  return (
    <p className={classes['kind']}>
      {t('reference.endpoint.tool', { level: inWords(level), scope: inWords(scope), name })}
    </p>
  )
}

/** Returns the address of the sandbox's API if this portal serves the endpoint there. Government cloud has no sandbox. */
function useSandboxApi({ verb, path }: Endpoint): string | null {
  const { devApiUrl } = useReader()
  const { gov_cloud: isGovernmentCloud, public_url: publicUrl } = useFlags()
  if (isGovernmentCloud || devApiUrl !== '' || !isSandboxOperation(verb, path)) return null
  return `${publicUrl}${sandboxPrefix}`
}

/** Returns where to get production tokens in government cloud, which has no sandbox. */
function useProductionTokens(): string | null {
  const { gov_cloud: isGovernmentCloud, public_url: publicUrl } = useFlags()
  return isGovernmentCloud ? `${publicUrl}/oauth/token` : null
}

function TryItSection(props: { endpoint: Endpoint; view: OperationView }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button
        variant="default"
        mt="sm"
        onClick={() => setOpen(true)}
        aria-label={t('reference.tryIt.openFor', { title: props.endpoint.operation.summary })}
      >
        {t('reference.tryIt.open')}
      </Button>
    )
  }
  return (
    // Without these, the whole page would wait for the code, or fail with it.
    <Boundary>
      <Suspense fallback={<LinesSkeleton lines={6} />}>
        <TryIt {...props} />
      </Suspense>
    </Boundary>
  )
}

function Answer({ answer: { status, description, rows } }: { answer: AnswerView }) {
  const { t } = useTranslation()
  const isGood = status.startsWith('2')
  return (
    <li>
      <div className={classes['status']}>
        <Badge tone={isGood ? 'success' : 'neutral'}>{status}</Badge>
        <Markdown text={description} under={3} />
      </div>
      {rows.length > 0 && (
        <details open={isGood}>
          <summary>{t('reference.endpoint.fields')}</summary>
          <FieldList fields={rows} />
        </details>
      )}
    </li>
  )
}

/** Says whose client ID the example has. Government cloud has no sandbox to sign in for. */
function ExampleNote({ isServed }: { isServed: boolean }) {
  const { t } = useTranslation()
  const { sandbox, isSignedIn } = useReader()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  return (
    <p className={classes['note']}>
      {sandbox
        ? t(`reference.endpoint.${isServed ? 'servedNote' : 'sandboxNote'}`, { app: sandbox.appName })
        : !isSignedIn && !isGovernmentCloud && t('reference.endpoint.signInNote')}
    </p>
  )
}

function Examples({ document, endpoint, view }: EndpointBodyProps & { view: OperationView }) {
  const { t } = useTranslation()
  const { sandbox, isSignedIn } = useReader()
  const api = useSandboxApi(endpoint)
  const productionTokens = useProductionTokens()
  const shown = view.answers.find(({ example }) => example !== null)
  return (
    <div className={classes['column']}>
      <h3>{t('reference.endpoint.example')}</h3>
      <CodeBlock
        text={curlExample(document, endpoint, view, {
          api,
          productionTokens,
          clientId: sandbox?.clientId ?? null,
          companyId: sandbox?.companyId ?? null,
        })}
      />
      <ExampleNote isServed={api !== null} />
      {isSignedIn && api !== null && <TryItSection endpoint={endpoint} view={view} />}
      {shown?.example && (
        <>
          <h3>
            {t('reference.endpoint.exampleAnswer')} {shown.status}
          </h3>
          <CodeBlock text={shown.example} />
        </>
      )}
    </div>
  )
}
