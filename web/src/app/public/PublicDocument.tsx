import { MantineProvider } from '@mantine/core'
import type { PublicPageRequest } from '@trestle/domain/shell/publicPage.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { StaticPageProvider } from '../../ui/staticPage.ts'
import { theme } from '../../ui/theme.ts'
import { PublicShell } from './PublicShell.tsx'

interface PublicDocumentProps extends Omit<PublicPageRequest, 'view'> {
  /** Whether React continues the page in the browser. */
  isAccountPage?: boolean
  children: ReactNode
}

interface AccountScriptsProps {
  styleNonce: string
  script: string
  imports: string[]
}

/** The server fills the block with the script's initial data. */
function AccountScripts({ styleNonce, script, imports }: AccountScriptsProps) {
  return (
    <>
      <meta property="csp-nonce" nonce={styleNonce} />
      <script type="application/json" id="bootstrap" />
      {imports.map((address) => (
        <link key={address} rel="modulepreload" href={address} />
      ))}
      <script type="module" src={script} />
    </>
  )
}

/** The document of a public page. The server adds its title and the metadata for search engines and link previews. */
export function PublicDocument(props: PublicDocumentProps) {
  const { session, pathname, assets, styleNonce, isAccountPage = false, children } = props
  return (
    <html lang="en" data-mantine-color-scheme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title />
        <script src="/color-scheme.js" />
        {assets.styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        {/* Runs before the first paint, once the document has arrived, so that later content moves nothing. */}
        <script type="module" src={assets.script} blocking="render" />
        {isAccountPage && <AccountScripts styleNonce={styleNonce} {...assets.account} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="API changelog (Atom)"
          href={paths.changelogFeed('atom')}
        />
        <link
          rel="alternate"
          type="application/feed+json"
          title="API changelog (JSON)"
          href={paths.changelogFeed('json')}
        />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          getStyleNonce={() => styleNonce}
          defaultColorScheme="auto"
          // Both are either in the style sheet (ui/themeVariables.css) or unused.
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <StaticPageProvider value={true}>
            <PublicShell session={session} pathname={pathname}>
              {children}
            </PublicShell>
          </StaticPageProvider>
        </MantineProvider>
      </body>
    </html>
  )
}
