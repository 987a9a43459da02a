import { recentRecordsService, waitingQueuesService } from '#areas/dashboard/web/slots.ts'
import { parentList } from '#kit/web/States.tsx'
import type { SlotContribution } from '#kit/web/slots.ts'
import { webAreas } from './areas.ts'
import { useParentList } from './layout/useParentList.ts'
import { useRecentRecords } from './layout/useRecentRecords.ts'
import { useWaitingQueues } from './layout/useWaiting.ts'

/** The contributions of all areas to slots, and those of the shell, such as the recent records. */
export const allContributions: readonly SlotContribution[] = [
  ...webAreas.flatMap(({ contributes = [] }) => contributes),
  recentRecordsService.with(useRecentRecords),
  waitingQueuesService.with(useWaitingQueues),
  parentList.with(useParentList),
]
