const caches: { clear: () => void }[] = []

/** Adds a cache of replies that belong to the page's user. */
export function addCache(cache: { clear: () => void }): void {
  caches.push(cache)
}

/** Clears the replies loaded so far, so that another user doesn't see them. Pages without the query library have none. */
export function clearLoadedData(): void {
  for (const cache of caches) cache.clear()
}
