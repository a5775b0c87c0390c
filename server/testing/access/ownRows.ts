import { sql } from 'kysely'
import type { TestServer } from '../server.ts'
import type { World } from './world.ts'

interface Reference {
  child: string
  column: string
  parent: string
  parent_column: string
}

const owning = ['developers', 'developer_apps']

async function readReferences({ services }: TestServer): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as child, own.attname as "column",
      confrelid::regclass::text as parent, referred.attname as parent_column
    from pg_constraint
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute as referred on referred.attrelid = confrelid and referred.attnum = confkey[1]
    where contype = 'f' and conparentid = 0 and cardinality(conkey) = 1`.execute(services.db)
  return rows
}

/**
 * Returns a query for all rows of people and apps, as JSON: $1 has the ids of the people, $2 those of the apps. Finds
 * rows that refer to one of them, and rows that refer to those.
 */
async function composeQuery(server: TestServer): Promise<string> {
  const references = await readReferences(server)
  const ids = (parent: string) => (parent === 'developers' ? '$1' : '$2')
  const direct = references.filter(({ parent }) => owning.includes(parent))
  const indirect = references.filter(({ child }) => direct.every((each) => each.child !== child))
  const conditions: [table: string, condition: string][] = [
    ...owning.map((table): [string, string] => [table, `id = any(${ids(table)}::int[])`]),
    ...direct.map(({ child, column, parent }): [string, string] => [
      child,
      `${column} = any(${ids(parent)}::int[])`,
    ]),
    ...indirect.flatMap(({ child, column, parent, parent_column: key }) =>
      direct
        .filter((each) => each.child === parent)
        .map((owned): [string, string] => [
          child,
          `${column} in (select ${key} from ${parent} where ${owned.column} = any(${ids(owned.parent)}::int[]))`,
        ]),
    ),
  ]
  return conditions
    .map(
      ([table, condition]) =>
        `select '${table} ' || to_jsonb(t)::text as row from ${table} t where ${condition}`,
    )
    .join(' union ')
}

/** Returns a function that reads everything that belongs to the people and the app of a world, as sorted lines. */
export async function createOwnRowReader(server: TestServer): Promise<(world: World) => Promise<string[]>> {
  const query = await composeQuery(server)
  return async ({ people, app }) => {
    const { rows } = await server.database.pool.query<{ row: string }>(query, [
      Object.values(people).map(({ id }) => id),
      [app.id],
    ])
    return rows.map(({ row }) => row).toSorted()
  }
}
