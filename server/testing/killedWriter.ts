// Writes until it is killed, and prints each acknowledged write:
// `node server/testing/killedWriter.ts DATA_DIR SEED FIRST_ID`. See embedded/kill.test.ts and
// scripts/powerCut.mjs.
import { openDatabase } from '../src/db/pool.ts'
import { seededRandom } from '../seed/seededRandom.ts'

const [dataDir = '', seed = '1', firstId = '1'] = process.argv.slice(2)
const random = seededRandom(Number(seed))

const { pool } = await openDatabase({ dataDir, log: () => undefined })
await pool.query(`
  create table if not exists single (id int primary key, note text not null);
  create table if not exists orders (id int primary key, note text not null);
  create table if not exists items (order_id int not null references orders, number int, primary key (order_id, number));
  create table if not exists totals (only_row boolean primary key default true, orders int not null);
  insert into totals (orders) values (0) on conflict do nothing;
  create index if not exists single_by_note on single (note);
  create index if not exists orders_by_note on orders (note)`)
process.stdout.write('ready\n')

/** Inserts three items for each order and counts the orders, so that half a transaction shows. */
async function placeOrder(id: number, note: string): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into orders values ($1, $2)', [id, note])
  for (const number of [1, 2, 3]) await client.query('insert into items values ($1, $2)', [id, number])
  await client.query('update totals set orders = orders + 1')
  await client.query('commit')
  client.release()
}

for (let id = Number(firstId); ; id += 1) {
  const dice = random()
  // Some rows are larger than a page, so that they are stored out of line.
  const note = `${id}-`.padEnd(dice < 0.05 ? 40_000 : 200, random().toString(36))
  if (dice < 0.6) {
    await pool.query('insert into single values ($1, $2)', [id, note])
    process.stdout.write(`single ${id}\n`)
  } else {
    await placeOrder(id, note)
    process.stdout.write(`orders ${id}\n`)
  }
  if (dice > 0.98) await pool.query('checkpoint')
}
