// What other areas may ask of exports: the rows of any list, as somebody may read them.

export { lookAhead, refuseUnreadable } from './ask-list.ts'
export { fieldOf, listAt } from './lists.ts'
export type { ListAsked } from './request.ts'
export { ctxOf as ctxInJob, ownerOf } from './run-export.ts'
export { withheldReports } from './schedules/withheld.ts'
export { originOf, readRows } from './write-file.ts'
