// What others may ask of exports: the rows of any list, as somebody may read them, and what a file says of itself.

export { aboutLines, aboutTitle } from './about.ts'
export { lookAhead, refuseUnreadable } from './ask-list.ts'
export { fieldOf, listAt } from './lists.ts'
export type { ExportRequest, ListAsked } from './request.ts'
export { ctxOf as ctxInJob, ownerOf } from './run-export.ts'
export { withheldReports } from './schedules/withheld.ts'
export { originOf, readRows } from './write-file.ts'
