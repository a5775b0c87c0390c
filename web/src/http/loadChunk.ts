const timeoutMs = 60_000

interface Loads {
  /** Pending requests and loaded files by address. Failed ones are removed, so that they are requested again. */
  known: Map<string, Promise<void>>
  /** Files that failed before, which must bypass a cached error. */
  failed: Set<string>
}

/** How long the document's own request of a file may take before it is requested again. */
const documentTimeoutMs = 10_000

/** Waits until the browser has loaded the file, and returns whether it could. */
const loaded = (file: Element): Promise<boolean> =>
  new Promise((resolve) => {
    file.addEventListener('load', () => resolve(true), { once: true })
    file.addEventListener('error', () => resolve(false), { once: true })
    setTimeout(() => resolve(false), documentTimeoutMs)
  })

/**
 * Returns whether the document loaded the file. Waits for a pending file, because a second request would wait for
 * the browser's lock on the cached file, which Chromium holds for up to 20 seconds.
 */
async function isLoadedByDocument(address: string): Promise<boolean> {
  const file = document.querySelector(`link[href="${address}"], script[src="${address}"]`)
  if (!file) return false
  const requests = performance.getEntriesByName(new URL(address, location.href).href)
  if (requests.length === 0) return loaded(file)
  return requests.some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200)
}

async function fetchFile(address: string, cache: RequestCache): Promise<void> {
  const response = await fetch(address, {
    cache,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const type = address.endsWith('.css') ? 'css' : 'javascript'
  if (!response.ok || !response.headers.get('content-type')?.includes(type)) {
    throw new Error(`${address} was answered with ${response.status}`)
  }
  await response.arrayBuffer()
}

/** Adds a fetched style sheet. The browser alone would wait forever for one that never arrives. */
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

async function loadFile(address: string, hasFailed: boolean): Promise<void> {
  if (!hasFailed && (await isLoadedByDocument(address))) return
  await fetchFile(address, hasFailed ? 'reload' : 'default')
  if (address.endsWith('.css')) await addStyles(address)
}

function load({ known, failed }: Loads, address: string): Promise<void> {
  const loading =
    known.get(address) ??
    loadFile(address, failed.has(address)).catch((error: unknown) => {
      known.delete(address)
      failed.add(address)
      throw error
    })
  known.set(address, loading)
  return loading
}

const loads: Loads = { known: new Map(), failed: new Set() }

/**
 * Replaces Vite's loader for every dynamic import of a build (vite.config.ts). `files` are the scripts and styles the
 * module needs, including itself.
 *
 * A browser that keeps a failed import in its module map (Firefox, Safari, Chromium before 156) never requests it
 * again. So fetch the files first. Then the import finds them in the cache and can't fail.
 */
export async function loadChunk<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => load(loads, `/${file}`)))
  return importModule()
}
