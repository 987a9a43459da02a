import { event, sqlEvent, sqlQuestion } from '#kit/server/events.ts'

// Published by the functions in areas/sales/sql. `sale` is locked; `source` says who, when and at which outlet.

export const saleReceived = sqlEvent(
  'sale_received',
  'A sale counts as its member’s; no points are given and no balance is locked yet',
)
export const saleEarned = sqlEvent('sale_earned', 'Its points have been given')
export const saleReturning = sqlEvent(
  'sale_returning',
  'Something of a sale will be taken back: the place to lock what rests on it',
)
export const saleReturned = sqlEvent('sale_returned', 'It was taken back, and its points with it')
/** `entering`: it is given, and not only shown beforehand; the member's balance is locked then. */
export const saleBonuses = sqlQuestion(
  'sale_bonuses',
  'Its points are known, and are about to be given or shown: what is added to them',
  {
    parameters: { sale: 'transaction_summary', lines: 'transaction_detail[]', source: 'jsonb', entering: 'boolean' },
    rows: 'sale_bonus',
  },
)

export const archivedCustomerBought = event<{ CustomerId: number }>(
  'archivedCustomerBought',
  'A sale counts for a customer who was archived',
)
