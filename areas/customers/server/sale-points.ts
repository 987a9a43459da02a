import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The SQL that the sales area contributes for the points of a sale or return, found by its key. */
    salePoints?: (transactionId: RawBuilder<unknown>) => RawBuilder<unknown>
  }
}

/** The SQL for the points of the sale or return with this key, as `SalePoints`; null without the sales area. */
export const salePointsSql = ({ services }: Ctx, transactionId: RawBuilder<unknown>): RawBuilder<unknown> =>
  services.areas.find((area) => area.salePoints)?.salePoints?.(transactionId) ?? sql`null`
