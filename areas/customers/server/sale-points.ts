import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** SQL for the points of a sale or return by its key, contributed by the sales area. */
    salePoints?: (transactionId: RawBuilder<unknown>) => RawBuilder<unknown>
  }
}

/** SQL for the points of the sale or return with this key, as `SalePoints`; null if no area contributes the SQL. */
export const salePointsSql = ({ services }: Ctx, transactionId: RawBuilder<unknown>): RawBuilder<unknown> =>
  services.areas.find((area) => area.salePoints)?.salePoints?.(transactionId) ?? sql`null`
