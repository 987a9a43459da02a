import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

/** What segments may ask of who comes back. */
export const retentionSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  {
    Name: 'ProbabilityActive',
    Kind: 'number',
    // Of who bought once the model always says that they stay: it has seen nothing yet after which they could have gone.
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
