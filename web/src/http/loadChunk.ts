const timeoutMs = 60_000

interface Loads {
  /** Pending requests and loaded files by address. Failed ones are removed, so that they are requested again. */
  known: Map<string, Promise<void>>
  /** Files that failed before, which must bypass a cached error. */
  failed: Set<string>
}

/** Returns whether a file of the document has arrived. Scripts that the document runs have, because this code does. */
function hasArrived(file: HTMLLinkElement | HTMLScriptElement): boolean {
  if (!(file instanceof HTMLLinkElement) || file.rel === 'modulepreload') return true
  return performance
    .getEntriesByName(file.href)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200)
}

/** Returns the files that the document loaded. One that failed or is on its way is fetched again. */
function loadsOfDocument(): Loads {
  const files = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]')
  const addresses = [...files]
    .filter(hasArrived)
    .flatMap((file) => file.getAttribute('href') ?? file.getAttribute('src') ?? [])
  return { known: new Map(addresses.map((address) => [address, Promise.resolve()])), failed: new Set() }
}

async function fetchScript(address: string, cache: RequestCache): Promise<void> {
  const response = await fetch(address, {
    cache,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const isScript = response.headers.get('content-type')?.includes('javascript')
  if (!response.ok || !isScript) throw new Error(`${address} was answered with ${response.status}`)
  await response.arrayBuffer()
}

function addStyles(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = address
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${address} could not be loaded`))
    })
    document.head.append(link)
  })
}

function load({ known, failed }: Loads, address: string): Promise<void> {
  const loading =
    known.get(address) ??
    (address.endsWith('.css')
      ? addStyles(address)
      : fetchScript(address, failed.has(address) ? 'reload' : 'default')
    ).catch((error: unknown) => {
      known.delete(address)
      failed.add(address)
      throw error
    })
  known.set(address, loading)
  return loading
}

const cached: { loads: Loads | null } = { loads: null }

/**
 * Replaces Vite's loader for every dynamic import of a build (vite.config.ts). `files` are the scripts and styles the
 * module needs, including itself.
 *
 * A browser that keeps a failed import in its module map (Firefox, Safari, Chromium before 156) never requests it
 * again. So fetch the files first; the import then finds them in the cache and can't fail.
 */
export async function loadChunk<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const loads = (cached.loads ??= loadsOfDocument())
  await Promise.all(files.map((file) => load(loads, `/${file}`)))
  return importModule()
}
