import { provide } from '#kit/web/provided.ts'
import { areas } from './areas.ts'
import { useOpenedLast } from './layout/useRecentRecords.ts'

/** What areas do for the pages of all others. The shell itself knows which pages the records opened last belong to. */
export const provided = provide([...areas.map(({ provides = {} }) => provides), { useRecentRecords: useOpenedLast }])
