import { damagedLog, freeze, killBackend, stopAndStart } from './database-faults.ts'
import { endServer, secondProcess } from './end-server.ts'
import { killServer } from './kill-server.ts'
import type { Part } from './report.ts'
import { twoProcesses } from './two-processes.ts'

export const parts: readonly Part[] = [
  { name: 'C1', title: 'The server is killed while tills award, beside its database', run: killServer(false) },
  { name: 'C1e', title: 'The server is killed with its embedded database while tills award', run: killServer(true) },
  { name: 'C7', title: 'SIGTERM with sixty calls in flight', run: endServer },
  { name: 'C4', title: 'PostgreSQL is frozen', run: freeze },
  { name: 'two', title: 'Two processes on one database', run: twoProcesses(false) },
  { name: 'pooler', title: 'Two processes through PgBouncer in transaction mode', run: twoProcesses(true) },
  { name: 'C3', title: 'PostgreSQL is stopped at once and started later', run: stopAndStart },
  { name: 'C2', title: 'A backend of PostgreSQL is killed', run: killBackend },
  { name: 'C8', title: 'A second process on the same data folder', run: secondProcess },
  { name: 'C9', title: 'The end of the log is damaged', run: damagedLog },
]
