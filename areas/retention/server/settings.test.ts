import { customer } from '#tests/factories/customers.ts'
import { hq, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { getForecast } from '../contract.ts'

const app = useApp({ at: '2026-11-01T04:00:00Z' })

/** Returns the Chance of a customer whose probability is 30 %. */
const chanceAt30Percent = async () => {
  const { CustomerId } = await customer(app.db)
  await app.sql(
    `insert into customer_forecast (customer_id, as_of, purchase_days, first_purchase_date, last_purchase_date, usual_days, probability_active)
     values ($1, '2026-10-31', 3, '2024-01-01', '2026-01-01', 365, 0.30)`,
    CustomerId,
  )
  return (await app.call(getForecast, { CustomerId }, hq)).body.Forecast?.Chance
}

testSetting(
  app,
  'retention.atRiskPercent',
  [
    [30, 'Likely'],
    [31, 'At risk'],
  ],
  chanceAt30Percent,
)

testSetting(
  app,
  'retention.lostPercent',
  [
    [30, 'At risk'],
    [31, 'Lost'],
  ],
  chanceAt30Percent,
)
