import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TryReply } from '@trestle/domain/platformApi/contract.ts'
import type { Endpoint } from '@trestle/domain/reference/rules.ts'
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx'
import { TextLink } from '../ui/Link.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import classes from './EndpointBody.module.css'
import type { OperationView, ParameterView } from './operationView.ts'
import { appsToTry, sandboxCompany, useTryCall, type TryInput } from './tryQueries.ts'

interface TryItProps {
  endpoint: Endpoint
  view: OperationView
}

/** Makes a call in the sandbox of one of the user's apps. The server makes it, so the page never has a token. */
export function TryIt({ endpoint, view }: TryItProps) {
  const { t } = useTranslation()
  const { data: apps, error, refetch } = useQuery(appsToTry())
  const [appId, setAppId] = useState('')
  const section = useRef<HTMLElement>(null)
  // The button that opened it is gone.
  useEffect(() => section.current?.focus(), [])
  const chosen = apps?.find(({ id }) => String(id) === appId) ?? apps?.[0]
  return (
    <section ref={section} className={classes['tryIt']} aria-label={t('reference.tryIt.title')} tabIndex={-1}>
      <h3>{t('reference.tryIt.title')}</h3>
      <p className={classes['note']}>{t('reference.tryIt.lead')}</p>
      {!apps && !error && <LinesSkeleton />}
      {!apps && error && (
        <FailedState
          title={t('reference.tryIt.failedApps')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {apps?.length === 0 && (
        <p>
          {t('reference.tryIt.noApps')} <TextLink href={paths.apps()}>{t('reference.tryIt.toApps')}</TextLink>
        </p>
      )}
      {apps && chosen && (
        <Stack gap="sm" mt="sm">
          <NativeSelect
            label={t('reference.tryIt.app')}
            data={apps.map(({ id, internal_name: label }) => ({ value: String(id), label }))}
            value={String(chosen.id)}
            onChange={(event) => setAppId(event.currentTarget.value)}
          />
          <AppCall key={chosen.id} appId={chosen.id} endpoint={endpoint} view={view} />
        </Stack>
      )}
    </section>
  )
}

/** Makes a call for one app. Switching apps clears the response and the input, which names its company. */
function AppCall({ appId, endpoint, view }: TryItProps & { appId: number }) {
  const { t } = useTranslation()
  const tried = useTryCall()
  return (
    <>
      <CallForm
        appId={appId}
        endpoint={endpoint}
        view={view}
        isSending={tried.isPending}
        send={(call) => tried.mutate({ ...call, appId })}
      />
      <ErrorBanner title={t('reference.tryIt.failed')} error={tried.error} />
      <LiveRegion>{tried.data && t('reference.tryIt.status', { status: tried.data.status })}</LiveRegion>
      {tried.data && <Response reply={tried.data} />}
    </>
  )
}

type Values = Record<string, string>

/** Returns the address of a call. Omits parameters without a value. */
function toPath({ path }: Endpoint, parameters: ParameterView[], values: Values): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = parameters
    .filter(({ location, name }) => location === 'query' && (values[name] ?? '') !== '')
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? '')}`)
    .join('&')
  return query === '' ? filled : `${filled}?${query}`
}

/** Returns the parsed document, or undefined if the text is not JSON. */
function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

interface CallFormProps extends TryItProps {
  appId: number
  isSending: boolean
  send: (call: Omit<TryInput, 'appId'>) => void
}

function CallForm({ appId, endpoint, view, isSending, send }: CallFormProps) {
  const { t } = useTranslation()
  const { data: companyId = '' } = useQuery(sandboxCompany(appId))
  const [typed, setTyped] = useState<Values>({})
  const values: Values = { company_id: companyId, ...typed }
  const [body, setBody] = useState(view.body?.example ?? '')
  const [wasSent, setWasSent] = useState(false)
  // The server adds the header with the company.
  const parameters = view.parameters.filter(({ location }) => location === 'path' || location === 'query')
  const missing = parameters.filter(({ required, name }) => required && (values[name] ?? '').trim() === '')
  const document = view.body ? parseJson(body) : { value: undefined }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    flushSync(() => setWasSent(true))
    if (missing.length > 0 || !document) {
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    send({
      method: endpoint.verb as TryInput['method'],
      path: toPath(endpoint, parameters, values),
      ...(view.body && { body: document.value }),
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {parameters.map((parameter) => (
          <ParameterField
            key={parameter.key}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            isMissing={wasSent && missing.includes(parameter)}
            set={(value) => setTyped((all) => ({ ...all, [parameter.name]: value }))}
          />
        ))}
        {view.body && (
          <GrowingTextarea
            label={t('reference.tryIt.body')}
            required
            minRows={4}
            maxRows={20}
            spellCheck={false}
            value={body}
            error={wasSent && !document && t('reference.tryIt.notJson')}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        )}
        <div>
          <Button type="submit" loading={isSending}>
            {t('reference.tryIt.send')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface ParameterFieldProps {
  parameter: ParameterView
  value: string
  isMissing: boolean
  set: (value: string) => void
}

const listChoices = ({ values, type }: ParameterView): string[] =>
  type === 'boolean' ? ['true', 'false'] : values

function ParameterField({ parameter, value, isMissing, set }: ParameterFieldProps) {
  const { t } = useTranslation()
  const { name, required } = parameter
  const choices = listChoices(parameter)
  const field = {
    label: name,
    required,
    value,
    error: isMissing && t('reference.tryIt.required', { name }),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => set(event.currentTarget.value),
  }
  if (choices.length === 0) return <TextInput {...field} />
  const none = t(required ? 'reference.tryIt.choose' : 'reference.tryIt.notSent')
  return <NativeSelect {...field} data={[{ value: '', label: none }, ...choices]} />
}

function Response({ reply: { status, headers, body, called_as: caller } }: { reply: TryReply }) {
  const { t } = useTranslation()
  // A newer server may know other callers, which have no text.
  const calledAs: string = t(`reference.tryIt.calledAs.${caller}`, { defaultValue: '' })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div>
      <h4>{t('reference.tryIt.response')}</h4>
      <p>{t('reference.tryIt.status', { status })}</p>
      {calledAs !== '' && <p className={classes['note']}>{calledAs}</p>}
      <details>
        <summary>{t('reference.tryIt.headers')}</summary>
        <CodeBlock text={lines.join('\n')} name={t('reference.tryIt.responseHeaders')} />
      </details>
      <CodeBlock text={JSON.stringify(body, null, 2)} name={t('reference.tryIt.responseBody')} />
    </div>
  )
}
