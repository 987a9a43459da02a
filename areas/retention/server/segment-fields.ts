import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

/** Segment fields that use the purchase forecasts. */
export const retentionSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'ProbabilityActive',
    Kind: 'number',
    // Customers with one purchase are excluded, because the model always gives them a probability of 1.
    rows: () =>
      sql`select customer_id, round(probability_active * 100) as value from customer_forecast where purchase_days > 1 and probability_active is not null`,
  },
  {
    Name: 'ExpectedPurchases',
    Kind: 'number',
    rows: () =>
      sql`select customer_id, expected_purchases as value from customer_forecast where expected_purchases is not null`,
  },
  {
    Name: 'ExpectedValue',
    Kind: 'amount',
    privilege: 'View Sales Information',
    rows: () =>
      sql`select customer_id, expected_value as value from customer_forecast where expected_value is not null`,
  },
]
