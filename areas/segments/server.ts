import { targetListSending } from '#areas/campaigns/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleEvent } from '#kit/server/events.ts'
import { liveListJob, syncLiveListBeforeSend } from './server/live-lists.ts'
import { segmentRoutes } from './server/routes.ts'

export const segments: ServerArea = {
  name: 'segments',
  routes: segmentRoutes,
  jobs: [liveListJob],
  handles: [
    handleEvent(
      targetListSending,
      'updates the target list with the current customers of its segments',
      syncLiveListBeforeSend,
    ),
  ],
}
