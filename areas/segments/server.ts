import { targetListSending } from '#areas/campaigns/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { on } from '#kit/server/events.ts'
import { followSegments, syncBeforeSend } from './server/live-lists.ts'
import { segmentRoutes } from './server/routes.ts'

export const segments: ServerArea = {
  name: 'segments',
  routes: segmentRoutes,
  jobs: [followSegments],
  handles: [
    on(targetListSending, 'updates the target list with the current customers of its segments', syncBeforeSend),
  ],
}
