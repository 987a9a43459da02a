import { readdirSync, readFileSync } from 'node:fs'
import { filesIn, inItsHalf, withoutComments } from './sources.ts'

// Which area owns which table: the one that writes it. The structure tests read it from here.

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** SQL and server code of the areas, the kit and the database, without comments, by path. */
const codeOf = new Map(
  filesIn('areas', 'kit', 'db')
    .filter(
      (file) =>
        /^(areas\/[^/]+|kit|db)\/(server|sql)[./](.*\.)?(ts|sql)$/.test(inItsHalf(file)) && !file.includes('.test.'),
    )
    .map((file) => [file, withoutComments(file, readFileSync(file, 'utf8'))] as const),
)

const ownerOf = (file: string) => (file.startsWith('areas/') ? file.split('/')[1]! : file.split('/')[0]!)

/** The tables that the migrations leave behind. */
function tablesOfMigrations() {
  const tables = new Set<string>()
  for (const file of readdirSync('db/migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const text = withoutComments(file, readFileSync(`db/migrations/${file}`, 'utf8'))
    for (const [, act, one, other] of text.matchAll(
      /\b(create table|drop table|alter table)\s+(?:if (?:not )?exists\s+)?(\w+)(?:\s+rename to\s+(\w+))?/gi,
    )) {
      if (act!.toLowerCase() === 'create table') tables.add(one!)
      if (act!.toLowerCase() === 'drop table' || other) tables.delete(one!)
      if (other) tables.add(other)
    }
  }
  return tables
}

/** Areas that write a table of another area, and why. */
export const writtenByOthers: Record<string, Record<string, string>> = {
  outbox_message: { messages: 'sends what is queued, and stops what waits when a consent is withdrawn' },
  audit_log: { audit: 'the one function that erases values empties its sentences' },
  audit_record: { audit: 'the one function that erases values empties entries, and writes one about it' },
  approval: { levels: 'a sale may ask for a change of level, and runs in the database' },
  customer: {
    imports: 'a file of customers is written as one statement',
    levels: 'a change of level makes the customer premium or not, at night for many at once',
    merges: 'one record takes over what the other one says of the person',
    sales: 'the first purchase may move a customer to its outlet, in the statement that enters the sale',
  },
  lead_prospect: { imports: 'prospects come from files of leads only' },
  postcode: { imports: 'postcodes come from a file only' },
  customer_address: {
    imports: 'a file of customers is written as one statement',
    merges: 'addresses go over to the record that stays',
  },
  customer_consent: {
    imports: 'a file of customers is written as one statement',
    merges: 'of two consents the stricter one is noted',
  },
  export_job: { privacy: 'files that may hold a customer who is erased go, and their records say so' },
  list_item: { imports: 'a file may bring values that its lists do not have yet' },
  membership: {
    memberships: 'use cases of one membership: its status, its delete, an upgrade in preparation',
    imports: 'a file of customers is written as one statement',
    levels: 'a change of level moves the membership when its day has come, at night many at once',
    merges: 'a number that is merged leads to the one that stays',
  },
  membership_level_history: { merges: 'a level that was kept or lost by a merge is noted as such' },
  point_balance: { merges: 'the balances of both numbers are made before they are locked' },
  point_rate: { imports: 'a file of old sales may bring the rates by which they earned' },
  point_rate_detail: { imports: 'a file of old sales may bring the rates by which they earned' },
  point_structure: { imports: 'a file of old sales may bring the structures by which they earned' },
  point_structure_detail: { imports: 'a file of old sales may bring the structures by which they earned' },
  product_group: { imports: 'a file of old sales may bring product groups that the house does not have yet' },
  referral: { merges: 'nobody recommends themselves: such a referral ends with the merge' },
  transaction_detail: { imports: 'half a million sales are written as one statement' },
  transaction_summary: { imports: 'half a million sales are written as one statement' },
  voucher: { imports: 'a million vouchers of a file are written some thousand at a time' },
}

/** Tables that their own area never writes: their rows come from imports only. */
export const filledByImports: Record<string, string> = { lead_prospect: 'leads', postcode: 'customers' }

/** Tables that no area writes, and why. */
export const writtenByNobody: Record<string, string> = {
  audit_log_rest: 'a part of audit_log',
  audit_record_rest: 'a part of audit_record',
  contact_log_rest: 'a part of contact_log',
  backup_run: 'the program that makes backups notes them',
  login_activity_rest: 'a part of login_activity',
}

const written =
  /(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*|recordUseCases\(\w+, \{\s*table: )'(\w+)|\b(?:insert into|update|delete from|merge into)\s+([a-z_]+)\b/g

/** The areas that write each table; `kit` and `db` count as areas. */
export const writersOfTable = new Map([...tablesOfMigrations()].map((table) => [table, new Set<string>()]))
for (const [file, code] of codeOf)
  for (const [, field, table] of code.matchAll(written)) writersOfTable.get(table ?? snake(field!))?.add(ownerOf(file))

/** The area that owns a table; none if `writtenByNobody` names it. */
export const ownerOfTable = new Map(
  [...writersOfTable].flatMap(([table, writers]) => {
    const owner = filledByImports[table] ?? [...writers].find((area) => !(area in (writtenByOthers[table] ?? {})))
    return owner === undefined ? [] : [[table, owner] as const]
  }),
)

const list =
  /\b(?:from|join|update|into|using)\s+(?:only\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_0-9]+)?\s*,\s*)*[a-z_]+)\b(?!\s*\()/g
const fragment = /\bsql`\s*([a-z_]+)\b/g
const builder =
  /(?:(?:selectFrom|(?:inner|left|right|full|cross)Join|updateTable|insertInto|deleteFrom|mergeInto|using|\.from)\(|recordUseCases\(\w+, \{\s*table:)\s*(\[[^\]]*\]|'[\w. ]+')/g

/** The tables that each server and SQL file reads or writes, in SQL texts and through Kysely. */
export const tablesOfFile = new Map(
  [...codeOf].map(([file, code]) => {
    const names = [
      ...[...code.matchAll(list)].flatMap(([, tables]) => tables!.split(',').map((one) => one.trim().split(/\s+/)[0]!)),
      ...[...code.matchAll(fragment)].map(([, table]) => table!),
      ...[...code.matchAll(builder)].flatMap(([, tables]) =>
        [...tables!.matchAll(/'(\w+)/g)].map(([, field]) => snake(field!)),
      ),
    ]
    return [file, new Set(names.filter((name) => writersOfTable.has(name)))] as const
  }),
)
