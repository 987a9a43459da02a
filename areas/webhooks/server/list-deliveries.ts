import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import type { WebhookDelivery } from '../contract.ts'

export const listDeliveries = (ctx: Ctx, { Search }: Input<typeof contract.listDeliveries>) =>
  queryList(
    ctx.db
      .selectFrom('WebhookDelivery as delivery')
      .innerJoin('WebhookEndpoint as endpoint', 'endpoint.EndpointId', 'delivery.EndpointId')
      .select(['delivery.DeliveryId', 'delivery.EndpointId', 'endpoint.Name as EndpointName', 'delivery.Position'])
      .select(['delivery.Type', 'delivery.WebhookId', 'delivery.Attempt', 'delivery.AttemptedAt'])
      .select(['delivery.DurationMs', 'delivery.StatusCode', 'delivery.StreamId as ReplayId'])
      .select([
        sql<WebhookDelivery['Error']>`delivery.error`.as('Error'),
        sql<'Y' | 'N'>`case when delivery.error is null then 'Y' else 'N' end`.as('DeliveredYN'),
      ]),
    {
      where: [
        equals('delivery.EndpointId', Search.EndpointId),
        Search.DeliveredYN && sql`(delivery.error is null) = ${Search.DeliveredYN === 'Y'}`,
        equals('delivery.Type', Search.Type),
        equals('delivery.WebhookId', Search.WebhookId),
        equals('delivery.Position', Search.Position),
        Search.FromTime && sql`delivery.attempted_at >= instant_of(${Search.FromTime})`,
        Search.ToTime && sql`delivery.attempted_at <= instant_of(${Search.ToTime})`,
      ],
      sort: { AttemptedAt: 'delivery.AttemptedAt' },
      tie: 'delivery.DeliveryId',
    },
  )
