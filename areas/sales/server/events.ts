import { defineEvent, defineSqlEvent, defineSqlUnionQuery } from '#kit/server/events.ts'

// Events that SQL functions in areas/sales/sql publish; `sale` is locked, `source` has user, time and outlet.

export const saleReceivedEvent = defineSqlEvent(
  'sale_received',
  'A sale is linked to its member, before points are awarded and before a balance is locked',
)
export const saleEarnedEvent = defineSqlEvent('sale_earned', 'The points of a sale were awarded')
export const saleReturningEvent = defineSqlEvent(
  'sale_returning',
  'A sale is about to be returned in whole or in part; handlers lock the rows that depend on it',
)
export const saleReturnedEvent = defineSqlEvent(
  'sale_returned',
  'A sale was returned in whole or in part, and its points were reversed',
)
/** SQL query of a sale's bonuses; `entering` is true if they are awarded, which requires a lock on the balance. */
export const saleBonusesQuery = defineSqlUnionQuery(
  'sale_bonuses',
  'The base points of a sale were calculated, for an award or a preview; handlers return bonus points',
  {
    parameters: { sale: 'transaction_summary', lines: 'transaction_detail[]', source: 'jsonb', entering: 'boolean' },
    rows: 'sale_bonus',
  },
)

export const archivedCustomerBoughtEvent = defineEvent<{ CustomerId: number }>(
  'archivedCustomerBought',
  'A sale was linked to an archived customer',
)
