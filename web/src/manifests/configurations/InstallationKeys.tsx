import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/configurations.ts'
import '../../texts/manifests.ts'
import { clsx } from '../../ui/clsx.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EnvironmentBadge, type Environment } from '../../ui/EnvironmentBadge.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './InstallationKeys.module.css'

interface InstallationKeysProps {
  sandbox: ManifestVersion | null
  production: ManifestVersion | null
  sandboxUrl: string | null
}

/** Shows the keys that a company needs to install the app, and where each key works (CONF-01 to CONF-03). */
export function InstallationKeys({ sandbox, production, sandboxUrl }: InstallationKeysProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  return (
    <Section title={t('configurations.keys.title')} description={t('configurations.keys.description')}>
      <dl className={classes['keys']}>
        {!isGovernmentCloud && (
          <Key
            label={t('configurations.keys.sandbox')}
            environment="sandbox"
            version={sandbox}
            none={t('configurations.keys.noSandbox')}
          >
            {t('configurations.keys.sandboxUse')}
          </Key>
        )}
        <Key
          label={t('configurations.keys.production')}
          environment="production"
          version={production}
          none={
            isGovernmentCloud
              ? t('configurations.keys.noProductionGovCloud')
              : t('configurations.keys.noProduction')
          }
        >
          {t('configurations.keys.productionUse')}
        </Key>
        {!isGovernmentCloud && <SandboxUrl url={sandboxUrl} />}
      </dl>
    </Section>
  )
}

interface KeyProps {
  label: string
  environment: Environment
  version: ManifestVersion | null
  /** Shown when there is no key. */
  none: string
  children: ReactNode
}

function Key({ label, environment, version, none, children }: KeyProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['key']}>
      <dt>
        {label}
        <EnvironmentBadge environment={environment} />
      </dt>
      <dd>
        {version ? (
          <>
            <Copied name={label} value={version.app_version_id}>
              <code>{version.app_version_id}</code>
            </Copied>
            <p>
              {t('manifests.version', { version: versionLabel(version) })}. {children}
            </p>
          </>
        ) : (
          <p>{none}</p>
        )}
      </dd>
    </div>
  )
}

function SandboxUrl({ url }: { url: string | null }) {
  const { t } = useTranslation()
  const label = t('configurations.keys.sandboxUrl')
  return (
    <div className={clsx(classes['key'], classes['wide'])}>
      <dt>
        {label}
        <EnvironmentBadge environment="sandbox" />
      </dt>
      <dd>
        {url === null ? (
          <p>{t('configurations.keys.noSandboxUrl')}</p>
        ) : (
          <>
            <Copied name={label} value={url}>
              <TextLink href={url} target="_blank">
                {url}
              </TextLink>
            </Copied>
            <p>{t('configurations.keys.sandboxUrlUse')}</p>
          </>
        )}
      </dd>
    </div>
  )
}

function Copied({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className={classes['value']}>
      {children}
      <CopyButton value={value} name={name} />
    </div>
  )
}
