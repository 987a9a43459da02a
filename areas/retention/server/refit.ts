import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import type { CustomerForecasts, CustomerPurchases, ForecastCalibration } from './model/forecast.ts'
import { forecastInWorkerThread } from './model/forecasting.ts'

export const REFIT_JOB_NAME = 'retention'
/** Number of days that calibration holds back: a model fitted to earlier days has to predict their purchases. */
const CALIBRATION_DAYS = 365
/** Number of days after which forecasts are renewed even if no purchase has changed. */
const FRESH_DAYS = 7
/** Number of forecasts that one transaction writes. */
const CHUNK_SIZE = 5_000
/** Number of purchase histories that are read at once. */
const READ_SIZE = 20_000
/** Maximum number of stored model fits; older fits are deleted. */
const FITS_MAX = 400

/** The forecast job runs every night after the sales of the day have arrived. */
export const refitRetentionJob: BackgroundJob = {
  name: REFIT_JOB_NAME,
  schedule: '20 3 * * *',
  neverRan: async ({ pool }) => (await pool.query('select from retention_fit limit 1')).rowCount === 0,
  run: async (context) => {
    await refitRetentionModels(context)
  },
}

type PurchaseHistory = { Customer: number; First: number; Last: number; Days: number; Value: number; Later: number }

/** The histories of all customers by column, because millions of objects would not fit into memory. Days count from 2000. */
type PurchaseHistories = {
  length: number
  Customer: Float64Array
  First: Int32Array
  Last: Int32Array
  Days: Uint16Array
  Value: Float64Array
  Later: Uint16Array
}
const columnNames = ['Customer', 'First', 'Last', 'Days', 'Value', 'Later'] as const

/**
 * Fits the purchase model to all purchases up to yesterday and stores a forecast for each customer.
 * The job does not fit the model again if the purchases have not changed since a recent fit.
 * The job reads purchases in one snapshot, computes in a worker thread, and reads and writes in chunks.
 */
export async function refitRetentionModels(context: JobContext) {
  const startedAt = performance.now()
  const at = context.clock()
  const today = businessDate(at, context.timeZone)
  const asOf = dayBefore(today, 1)
  const cutOff = dayBefore(asOf, CALIBRATION_DAYS)
  const { now, earlier, digest, reusableFit } = await inJobTransaction(
    context,
    { readOnly: true, snapshot: true },
    async (db) => {
      const now = await readHistories(db, asOf, asOf)
      const digest = digestOf(now)
      const reusableFit = await findReusableFit(db, digest, dayBefore(asOf, FRESH_DAYS))
      return { now, digest, reusableFit, earlier: reusableFit ? columnsOf(0) : await readHistories(db, cutOff, asOf) }
    },
  )
  if (reusableFit) {
    await inJobTransaction(context, {}, (db) =>
      sql`update retention_fit set checked_at = ${at.toISOString()} where fit_id = ${reusableFit.FitId}`.execute(db),
    )
    return { status: 'Unchanged' as const, customers: now.length, cameBack: reusableFit.CameBack }
  }
  const forecasts = await forecastInWorkerThread(toPurchases(now, asOf), {
    ...toPurchases(earlier, cutOff),
    laterDays: earlier.Later,
    laterLength: CALIBRATION_DAYS,
  })
  for (let from = 0; from < now.length; from += CHUNK_SIZE) await writeForecasts(context, asOf, now, forecasts, from)
  await inJobTransaction(context, {}, async (db) => {
    // Customers whose purchases were all returned or moved to another member lose their forecast.
    await sql`delete from customer_forecast where as_of < ${asOf}::date`.execute(db)
    await sql`
      insert into retention_fit (as_of, fitted_at, checked_at, milliseconds, status, customers, came_back, parameters, errors, log_likelihood, calibration,
        purchases_digest)
      values (${asOf}, ${at.toISOString()}, ${at.toISOString()}, ${Math.round(performance.now() - startedAt)}, ${forecasts.status}, ${now.length},
        ${forecasts.cameBack}, ${json(forecasts.fitted?.parameters)}, ${json(forecasts.fitted?.errors)},
        ${forecasts.fitted?.logLikelihood.toFixed(4) ?? null}, ${json(toStoredCalibration(forecasts.calibration, cutOff))},
        ${digest})`.execute(db)
    await sql`delete from retention_fit where fit_id <= (select max(fit_id) from retention_fit) - ${FITS_MAX}`.execute(
      db,
    )
  })
  return { status: forecasts.status, customers: now.length, cameBack: forecasts.cameBack }
}

/** Returns a hash of all purchases; each column is hashed as a whole, which is fast for many customers. */
function digestOf(histories: PurchaseHistories) {
  const hash = createHash('sha256')
  for (const column of ['Customer', 'First', 'Last', 'Days', 'Value'] as const)
    hash.update(Float64Array.from(histories[column]))
  return hash.digest('hex')
}

/** Returns the latest fit of the model if its purchases are unchanged and it is recent; otherwise undefined. */
async function findReusableFit(db: Db, digest: string, since: string) {
  const { rows } = await sql<{ FitId: number; CameBack: number }>`
    select latest.fit_id, latest.came_back from (select * from retention_fit order by fit_id desc limit 1) latest
    where latest.purchases_digest = ${digest} and latest.as_of > ${since}::date`.execute(db)
  return rows[0]
}

async function readHistories(db: Db, knownUntil: string, seenUntil: string): Promise<PurchaseHistories> {
  // Makes PostgreSQL plan the cursor for fetching all rows instead of the first few.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  await sql`
    declare histories no scroll cursor for
    select customer_id as customer, first_day - '2000-01-01'::date as first, last_day - '2000-01-01'::date as last, days,
      repeat_value::float8 as value, later_days as later
    from purchase_histories(${knownUntil}::date, ${seenUntil}::date) order by customer_id`.execute(db)
  let histories = columnsOf(READ_SIZE)
  let length = 0
  for (;;) {
    const { rows } = await sql<PurchaseHistory>`fetch ${sql.lit(READ_SIZE)} from histories`.execute(db)
    if (length + rows.length > histories.length) histories = copyColumns(histories, 2 * histories.length)
    for (const row of rows) {
      for (const column of columnNames) histories[column][length] = row[column]
      length += 1
    }
    if (rows.length < READ_SIZE) break
  }
  await sql`close histories`.execute(db)
  return copyColumns(histories, length)
}

const columnsOf = (length: number): PurchaseHistories => ({
  length,
  Customer: new Float64Array(length),
  First: new Int32Array(length),
  Last: new Int32Array(length),
  Days: new Uint16Array(length),
  Value: new Float64Array(length),
  Later: new Uint16Array(length),
})

/** Copies the columns into shorter or longer ones. */
function copyColumns(histories: PurchaseHistories, length: number): PurchaseHistories {
  const copy = columnsOf(length)
  for (const column of columnNames) copy[column].set(histories[column].subarray(0, length))
  return copy
}

function toPurchases({ Days, First, Last, Value }: PurchaseHistories, asOf: string): CustomerPurchases {
  const day = Math.round((Date.parse(asOf) - Date.parse('2000-01-01')) / 86_400_000)
  return {
    days: Days.slice(),
    lastAt: Uint32Array.from(Last, (last, index) => last - First[index]!),
    age: Uint32Array.from(First, (first) => day - first),
    repeatValue: Value.slice(),
  }
}

async function writeForecasts(
  context: JobContext,
  asOf: string,
  { Customer, First, Last, Days }: PurchaseHistories,
  forecasts: CustomerForecasts,
  from: number,
) {
  const { active, expected, spend } = forecasts
  const values = Array.from(Customer.subarray(from, from + CHUNK_SIZE), (customer, index) => {
    const at = from + index
    const [first, last, days] = [First[at]!, Last[at]!, Days[at]!]
    return {
      customer,
      first,
      last,
      days,
      usual: days > 1 ? Math.max(1, Math.round((last - first) / (days - 1))) : null,
      active: active?.[at]?.toFixed(4) ?? null,
      expected: expected?.[at]?.toFixed(3) ?? null,
      value: expected && spend ? (expected[at]! * Math.max(0, spend[at]!)).toFixed(2) : null,
    }
  })
  await inJobTransaction(context, {}, (db) =>
    sql`
      insert into customer_forecast (customer_id, as_of, purchase_days, first_purchase_date, last_purchase_date, usual_days,
        probability_active, expected_purchases, expected_value)
      select customer, ${asOf}, days, '2000-01-01'::date + first, '2000-01-01'::date + last, usual, active, expected, value
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as row(customer bigint, first int, last int, days int, usual int, active numeric,
        expected numeric, value numeric)
      where exists (select from customer where customer_id = row.customer)
      on conflict (customer_id) do update set as_of = excluded.as_of, purchase_days = excluded.purchase_days,
        first_purchase_date = excluded.first_purchase_date, last_purchase_date = excluded.last_purchase_date, usual_days = excluded.usual_days,
        probability_active = excluded.probability_active, expected_purchases = excluded.expected_purchases, expected_value = excluded.expected_value`.execute(
      db,
    ),
  )
}

const toStoredCalibration = (calibration: ForecastCalibration | undefined, Until: string) =>
  calibration && {
    Until,
    Rows: calibration.rows.map(({ repeats, orMore, customers, expected, came }) => ({
      Repeats: repeats,
      OrMoreYN: orMore ? 'Y' : 'N',
      Customers: customers,
      Expected: (expected / customers).toFixed(3),
      Came: (came / customers).toFixed(3),
    })),
    ExpectedInAll: calibration.expected.toFixed(1),
    CameInAll: calibration.came,
  }

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
