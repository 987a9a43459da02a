import { sqlEvent } from '#kit/server/events.ts'

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
