import { recentRecords, waitingQueues } from '#areas/dashboard/web/slots.ts'
import { parentList } from '#kit/web/States.tsx'
import type { Contribution } from '#kit/web/slots.ts'
import { areas } from './areas.ts'
import { useListAbove } from './layout/useListAbove.ts'
import { useRecentRecords } from './layout/useRecentRecords.ts'
import { useWaitingQueues } from './layout/useWaiting.ts'

/** What areas contribute to the slots of the pages below them, and the shell, which knows all screens, to those of the areas. */
export const contributions: readonly Contribution[] = [
  ...areas.flatMap(({ contributes = [] }) => contributes),
  recentRecords.with(useRecentRecords),
  waitingQueues.with(useWaitingQueues),
  parentList.with(useListAbove),
]
