import { endCustomerSessions } from '#areas/access/server/index.ts'
import { customerDeleted } from '#areas/customers/server/index.ts'
import { handleEvent } from '#kit/server/events.ts'

export const selfServiceHandlers = [
  handleEvent(customerDeleted, 'ends the customer’s sessions', async (ctx, { CustomerId }) => {
    await endCustomerSessions(ctx, CustomerId)
  }),
]
