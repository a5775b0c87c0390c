import pg from 'pg'

/** Creates a database on the server at this address, empty or as a copy of another one, and returns its address. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const copied = template === undefined ? '' : ` template ${client.escapeIdentifier(template)}`
    await client.query(`create database ${client.escapeIdentifier(name)}${copied}`)
  } finally {
    await client.end()
  }
  return new URL(`/${name}`, server).href
}
