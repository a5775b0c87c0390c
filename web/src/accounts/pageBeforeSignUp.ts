const key = 'page-before-sign-up'

/**
 * Stores the page that someone wanted to see when they had to sign up first, such as an invitation. The link of the
 * confirmation email opens in a new tab, which doesn't know it.
 */
export function storePageBeforeSignUp(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, path)
  } catch {
    // The browser doesn't allow storage, so the user must open the link to that page again.
  }
}

/** Returns the stored page, or undefined if there is none. */
export function readPageBeforeSignUp(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
