import { readdirSync, readFileSync } from 'node:fs'
import { filesIn, toHalfPath, withoutComments } from './sources.ts'

// Finds the owner of each table, which is the area that writes it, for the structure tests.

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** The SQL and server code of areas, kit and database by path, without comments. */
const codeOf = new Map(
  filesIn('areas', 'kit', 'db')
    .filter(
      (file) =>
        /^(areas\/[^/]+|kit|db)\/(server|sql)[./](.*\.)?(ts|sql)$/.test(toHalfPath(file)) && !file.includes('.test.'),
    )
    .map((file) => [file, withoutComments(file, readFileSync(file, 'utf8'))] as const),
)

const ownerOf = (file: string) => (file.startsWith('areas/') ? file.split('/')[1]! : file.split('/')[0]!)

/** Returns the tables that exist after all migrations. */
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

/** Areas that write a table of another area, with the reason for each. */
export const foreignTableWriters: Record<string, Record<string, string>> = {
  outbox_message: { messages: 'sends queued messages, and stops them when a consent is withdrawn' },
  audit_log: { audit: 'the only function that erases values clears its sentences' },
  audit_record: { audit: 'the only function that erases values clears entries, and records the erasure' },
  user_account: { db: 'servers of the last release bind an account by its own column while an upgrade runs' },
  user_outlet: { db: 'servers of the last release bind an account by its own column while an upgrade runs' },
  approval: { levels: 'a sale may request a level change, inside a SQL function' },
  customer: {
    imports: 'a file of customers is written as one statement',
    levels: 'a level change sets the premium flag, in the nightly batch for many customers',
    merges: 'the survivor takes over personal data of the merged record',
    sales: 'the first purchase may move a customer to its outlet, in the statement that enters the sale',
  },
  lead_prospect: { imports: 'prospects come from files of leads only' },
  postcode: { imports: 'postcodes come from a file only' },
  customer_address: {
    imports: 'a file of customers is written as one statement',
    merges: 'addresses move to the survivor',
  },
  customer_consent: {
    imports: 'a file of customers is written as one statement',
    merges: 'the stricter of two consents is recorded',
  },
  export_job: { privacy: 'files that may contain an erased customer are deleted, and their records updated' },
  list_item: { imports: 'a file may bring values that its lists do not have yet' },
  membership: {
    memberships: 'use cases of one membership: its status, its delete, an upgrade in preparation',
    imports: 'a file of customers is written as one statement',
    levels: 'a level change updates the membership on its effective date, in the nightly batch',
    merges: 'a merged number refers to the survivor',
  },
  membership_level_history: { merges: 'a level that a merge retained or ended is recorded as such' },
  point_balance: { merges: 'the balances of both numbers are created before they are locked' },
  point_rate: { imports: 'a file of old sales may bring the rates by which they earned' },
  point_rate_detail: { imports: 'a file of old sales may bring the rates by which they earned' },
  point_structure: { imports: 'a file of old sales may bring the structures by which they earned' },
  point_structure_detail: { imports: 'a file of old sales may bring the structures by which they earned' },
  product_group: { imports: 'a file of old sales may bring new product groups' },
  referral: { merges: 'a customer cannot refer themselves: such a referral ends with the merge' },
  transaction_detail: { imports: 'half a million sales are written in one statement' },
  transaction_summary: { imports: 'half a million sales are written in one statement' },
  voucher: { imports: 'a million vouchers of a file are written some thousand at a time' },
}

/** Tables that their own area never writes, because their rows come from imports only. */
export const filledByImports: Record<string, string> = { lead_prospect: 'leads', postcode: 'customers' }

/** Tables that no area writes, with the reason for each. */
export const writtenByNoArea: Record<string, string> = {
  audit_log_rest: 'a part of audit_log',
  audit_record_rest: 'a part of audit_record',
  contact_log_rest: 'a part of contact_log',
  backup_run: 'the backup command records its runs',
  event_rest: 'a part of event',
  login_activity_rest: 'a part of login_activity',
}

const written =
  /(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*|DatedRuleUseCases\(\{\s*table: |periodTable: )'(\w+)|\b(?:insert into|update|delete from|merge into)\s+([a-z_]+)\b/g

/** The areas that write each table; `kit` and `db` count as areas. */
export const writersOfTable = new Map([...tablesOfMigrations()].map((table) => [table, new Set<string>()]))
for (const [file, code] of codeOf)
  for (const [, field, table] of code.matchAll(written)) writersOfTable.get(table ?? snake(field!))?.add(ownerOf(file))

const declaredRecord = /\bdefineSetupRecord\(\{\s*area: '[\w-]+',\s*name: \['([\w ]+)'/g
for (const file of filesIn('areas').filter((path) => /^areas\/[^/]+\/contract\//.test(path) && path.endsWith('.ts')))
  for (const [, name] of readFileSync(file, 'utf8').matchAll(declaredRecord))
    writersOfTable.get(name!.replaceAll(' ', '_'))?.add(ownerOf(file))

/** The area that owns a table; undefined for tables in `writtenByNoArea`. */
export const ownerOfTable = new Map(
  [...writersOfTable].flatMap(([table, writers]) => {
    const owner = filledByImports[table] ?? [...writers].find((area) => !(area in (foreignTableWriters[table] ?? {})))
    return owner === undefined ? [] : [[table, owner] as const]
  }),
)

const list =
  /\b(?:from|join|update|into|using)\s+(?:only\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_0-9]+)?\s*,\s*)*[a-z_]+)\b(?!\s*\()/g
const fragment = /\bsql`\s*([a-z_]+)\b/g
const builder =
  /(?:(?:selectFrom|(?:inner|left|right|full|cross)Join|updateTable|insertInto|deleteFrom|mergeInto|using|\.from)\(|DatedRuleUseCases\(\{\s*table:|periodTable:)\s*(\[[^\]]*\]|'[\w. ]+')/g

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
