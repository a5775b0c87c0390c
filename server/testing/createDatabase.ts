import pg from 'pg'

/** The migrated database on the server of a run, which tests get copies of. */
export const serverTemplate = 'template_trestle'

async function onServer(
  server: string,
  toStatement: (quote: (name: string) => string) => string,
): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(toStatement((name) => client.escapeIdentifier(name)))
  } finally {
    await client.end()
  }
}

/** Creates a database on the server at this address, empty or as a copy of another one, and returns its address. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await onServer(server, (quote) => {
    const copied = template === undefined ? '' : ` template ${quote(template)}`
    return `create database ${quote(name)}${copied}`
  })
  return new URL(`/${name}`, server).href
}

/** Deletes a database on the server at this address, even if something is connected to it. */
export const dropDatabase = (server: string, name: string): Promise<void> =>
  onServer(server, (quote) => `drop database ${quote(name)} with (force)`)
