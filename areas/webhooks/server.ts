import type { ServerArea } from '#kit/server/area.ts'
import { deleteOldDeliveries } from './server/delete-old-deliveries.ts'
import { deliverEvents } from './server/delivery/dispatcher.ts'
import { webhookRoutes } from './server/routes.ts'
import { reencryptWebhookSecretsJob } from './server/secrets.ts'

export const webhooksServerArea: ServerArea = {
  name: 'webhooks',
  routes: webhookRoutes,
  jobs: [reencryptWebhookSecretsJob],
  loops: [{ everyMs: 1_000, failure: 'Webhooks could not be delivered', work: deliverEvents }],
  batchSteps: { review: [deleteOldDeliveries] },
  personal: {
    none: {
      webhook_endpoint: 'names other systems and their URLs',
      webhook_progress: 'counts the requests to an endpoint',
      webhook_stream: 'has positions in the event feed',
      webhook_line: 'has a membership number or the id of a customer, as the event that waits',
      webhook_delivery: 'has positions and types of events, without their contents',
    },
  },
}
