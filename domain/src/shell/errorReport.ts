/** The call or page in which an error occurred. Never contains anything from a message, a form or an address. */
export interface ErrorContext {
  eventId?: string | undefined
  requestId?: string | null | undefined
  /** The route pattern, never the address. */
  route?: string | null | undefined
  method?: string | undefined
  status?: number | undefined
}

/** The source of reports, constant for a process or page. */
export interface ErrorSource {
  platform: 'node' | 'javascript'
  stage: string
  release: string | null
}

interface Frame {
  filename?: string | undefined
  function?: string | undefined
  lineno?: number | undefined
  colno?: number | undefined
}

interface Exception {
  type?: string | undefined
  stacktrace?: { frames?: Frame[] | undefined } | undefined
}

/** The parts used from an event of the error service's client. The rest is dropped. */
export interface CollectedEvent {
  event_id?: string | undefined
  timestamp?: number | undefined
  exception?: { values?: Exception[] | undefined } | undefined
}

interface SafeFrame {
  filename: string
  function?: string
  lineno?: number
  colno?: number
}

export interface ErrorReport {
  event_id?: string
  timestamp?: number
  platform: ErrorSource['platform']
  level: 'error'
  environment: string
  release?: string
  exception: { values: { type: string; value: string; stacktrace?: { frames: SafeFrame[] } }[] }
  tags: Record<string, string>
}

/** Matches files of the product and its packages, without the folders that differ between machines. */
const sourceFile = /(?:^|\/)((?:server|domain|scripts|node_modules)\/[\w@+./-]{1,200})$/
const builtFile = /\/(assets\/[\w.-]{1,120})$/
const runtimeFile = /^node:[\w/]{1,80}$/

function toSafeFile(filename = ''): string {
  if (runtimeFile.test(filename)) return filename
  return (sourceFile.exec(filename) ?? builtFile.exec(filename))?.[1] ?? '[unknown]'
}

const functionName = /^[\w$.<>]{1,80}(?: \[as [\w$]{1,40}\])?$/

function toSafeFrame(frame: Frame): SafeFrame {
  const { lineno, colno } = frame
  return {
    filename: toSafeFile(frame.filename),
    ...(frame.function !== undefined && functionName.test(frame.function) && { function: frame.function }),
    ...(lineno !== undefined && { lineno }),
    ...(colno !== undefined && { colno }),
  }
}

const typeName = /^[A-Za-z][\w$]{0,60}$/

const readText = (error: unknown, name: string): string | undefined => {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

const codePattern = /^[A-Za-z\d_]{1,60}$/

/** Returns the error's code (SQLSTATE, a system error's or our own) and the violated database constraint. */
function readCodes(error: unknown): Record<string, string> {
  const thrown =
    error instanceof Error && readText(error, 'code') === undefined ? (error.cause ?? error) : error
  const [code, constraint] = [readText(thrown, 'code'), readText(thrown, 'constraint')]
  return {
    ...(code !== undefined && codePattern.test(code) && { code }),
    ...(constraint !== undefined && codePattern.test(constraint) && { constraint }),
  }
}

const idPattern = /^[\w-]{1,64}$/
const routePattern = /^\/[\w/:*{}$.-]{0,200}$/

function toTags(error: unknown, { requestId, route, method, status }: ErrorContext): Record<string, string> {
  return {
    ...readCodes(error),
    ...(requestId && idPattern.test(requestId) && { request_id: requestId }),
    ...(route && routePattern.test(route) && { route }),
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status: String(status) }),
  }
}

/**
 * Returns the report of an error: its type, where it was thrown, and in which call or page.
 *
 * Built from an allow-list instead of removing parts: messages, addresses, breadcrumbs and button names all quote user
 * input (SHELL-16).
 */
export function buildErrorReport(
  event: CollectedEvent,
  { error, context, source }: { error: unknown; context: ErrorContext; source: ErrorSource },
): ErrorReport {
  const tags = toTags(error, context)
  const values = (event.exception?.values ?? []).map(({ type = '', stacktrace }) => ({
    type: typeName.test(type) ? type : 'Error',
    value: [tags['code'], tags['constraint']].filter(Boolean).join(' '),
    ...(stacktrace?.frames && { stacktrace: { frames: stacktrace.frames.map(toSafeFrame) } }),
  }))
  const eventId = context.eventId ?? event.event_id
  return {
    ...(eventId !== undefined && { event_id: eventId }),
    ...(event.timestamp !== undefined && { timestamp: event.timestamp }),
    platform: source.platform,
    level: 'error',
    environment: source.stage,
    ...(source.release !== null && { release: source.release }),
    exception: { values },
    tags,
  }
}
