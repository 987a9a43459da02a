import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx } from '#kit/server/ctx.ts'
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

/**
 * Fits the purchase model to all purchases up to yesterday and stores a forecast for each customer.
 * The job does not fit the model again if the purchases have not changed since a recent fit.
 * The job reads purchases in one snapshot, computes in a worker thread, and writes forecasts in chunks.
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
      return { now, digest, reusableFit, earlier: reusableFit ? [] : await readHistories(db, cutOff, asOf) }
    },
  )
  if (reusableFit) {
    await inJobTransaction(context, {}, (db) =>
      sql`update retention_fit set checked_at = ${at.toISOString()} where fit_id = ${reusableFit.FitId}`.execute(db),
    )
    return { status: 'Unchanged' as const, customers: now.length, cameBack: reusableFit.CameBack }
  }
  const forecasts = await forecastInWorkerThread(toColumns(now, asOf), {
    ...toColumns(earlier, cutOff),
    laterDays: Uint16Array.from(earlier, ({ Later }) => Later),
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
function digestOf(rows: readonly PurchaseHistory[]) {
  const hash = createHash('sha256')
  for (const column of ['Customer', 'First', 'Last', 'Days', 'Value'] as const)
    hash.update(Float64Array.from(rows, (row) => row[column]))
  return hash.digest('hex')
}

/** Returns the latest fit of the model if its purchases are unchanged and it is recent; otherwise undefined. */
async function findReusableFit(db: Ctx['db'], digest: string, since: string) {
  const { rows } = await sql<{ FitId: number; CameBack: number }>`
    select latest.fit_id, latest.came_back from (select * from retention_fit order by fit_id desc limit 1) latest
    where latest.purchases_digest = ${digest} and latest.as_of > ${since}::date`.execute(db)
  return rows[0]
}

async function readHistories(db: Ctx['db'], knownUntil: string, seenUntil: string): Promise<PurchaseHistory[]> {
  const { rows } = await sql<PurchaseHistory>`
    select customer_id as customer, first_day - '2000-01-01'::date as first, last_day - '2000-01-01'::date as last, days,
      repeat_value::float8 as value, later_days as later
    from purchase_histories(${knownUntil}::date, ${seenUntil}::date) order by customer_id`.execute(db)
  return rows
}

function toColumns(rows: readonly PurchaseHistory[], asOf: string): CustomerPurchases {
  const day = Math.round((Date.parse(asOf) - Date.parse('2000-01-01')) / 86_400_000)
  return {
    days: Uint16Array.from(rows, ({ Days }) => Days),
    lastAt: Uint32Array.from(rows, ({ First, Last }) => Last - First),
    age: Uint32Array.from(rows, ({ First }) => day - First),
    repeatValue: Float64Array.from(rows, ({ Value }) => Value),
  }
}

async function writeForecasts(
  context: JobContext,
  asOf: string,
  all: readonly PurchaseHistory[],
  forecasts: CustomerForecasts,
  from: number,
) {
  const rows = all.slice(from, from + CHUNK_SIZE)
  const { active, expected, spend } = forecasts
  const values = rows.map(({ Customer: customer, First: first, Last: last, Days: days }, index) => {
    const at = from + index
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
