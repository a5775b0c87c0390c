import type { Configuration } from 'oidc-provider'
import { composePage } from './composePage.ts'
import { currentFacts } from './requestFacts.ts'

const pages = new Set(['authorization', 'resume'])

/** Advice for the person at the browser. The details are for the app's own team. */
const advice: Record<string, string> = {
  invalid_client: "The app that sent you here isn't known, or it can't be used right now.",
  invalid_redirect_uri: "The app asked to send you to an address that isn't registered for it.",
  server_error: 'Something went wrong on our side. Go back to the app and try again later.',
}

/** Shows an error that can't be sent to the app: the browser must not be sent to an unknown address. */
export const renderError: NonNullable<Configuration['renderError']> = (ctx, out) => {
  if (!ctx.oidc || !pages.has(ctx.oidc.route)) {
    ctx.body = out
    return
  }
  const { page } = currentFacts()
  const reason = out.error_description === undefined ? '' : `: ${out.error_description}`
  const general = `The app's request can't be used${reason}. Go back to the app and start again.`
  ctx.type = 'html'
  ctx.set('referrer-policy', 'no-referrer')
  ctx.body = composePage(
    {
      title: "This app can't be authorized",
      paragraphs: [advice[out.error] ?? general, 'If this happens again, tell the people who make the app.'],
      footnote: `Error: ${out.error} · Request ID: ${page?.requestId ?? ''}`,
    },
    page?.nonce ?? '',
  )
}
