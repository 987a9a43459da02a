import { recentRecords, waitingQueues } from '#areas/dashboard/web/slots.ts'
import { parentList } from '#kit/web/States.tsx'
import type { Contribution } from '#kit/web/slots.ts'
import { areas } from './areas.ts'
import { useParentList } from './layout/useParentList.ts'
import { useRecentRecords } from './layout/useRecentRecords.ts'
import { useWaitingQueues } from './layout/useWaiting.ts'

/** The contributions of all areas to slots, and those of the shell, such as the recent records. */
export const contributions: readonly Contribution[] = [
  ...areas.flatMap(({ contributes = [] }) => contributes),
  recentRecords.with(useRecentRecords),
  waitingQueues.with(useWaitingQueues),
  parentList.with(useParentList),
]
