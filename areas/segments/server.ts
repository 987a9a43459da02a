import { targetListSendingEvent } from '#areas/campaigns/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleEvent } from '#kit/server/events.ts'
import { syncLiveListBeforeSend, syncLiveListsJob } from './server/live-lists.ts'
import { segmentRoutes } from './server/routes.ts'

export const segmentsServerArea: ServerArea = {
  name: 'segments',
  routes: segmentRoutes,
  jobs: [syncLiveListsJob],
  handles: [
    handleEvent(
      targetListSendingEvent,
      'updates the target list with the current customers of its segments',
      syncLiveListBeforeSend,
    ),
  ],
}
