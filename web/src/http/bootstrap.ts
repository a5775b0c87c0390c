/** Returns the data the server wrote into this document; undefined if another server served it. */
export function readBootstrap(): unknown {
  const text = document.getElementById('bootstrap')?.textContent
  return text ? JSON.parse(text) : undefined
}
