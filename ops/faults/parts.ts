import { damageWal, freezePostgres, killBackend, stopAndStart } from './database-faults.ts'
import { diskFull } from './disk-full.ts'
import { backupDrill } from './drill.ts'
import { endServer, startSecondProcess } from './end-server.ts'
import { checkEntryPoints } from './entry-points.ts'
import { runFailovers } from './failover/failover.ts'
import { rebuildFromFeed } from './feed/feed.ts'
import { fuzz, sendProblematicValues } from './fuzz.ts'
import { killImport } from './kill-import.ts'
import { killServer } from './kill-server.ts'
import { largestBodies } from './largest-bodies.ts'
import { killMigration } from './migrations.ts'
import { networkFaults } from './network-faults.ts'
import { offlineTills } from './offline.ts'
import { simultaneousCalls } from './one-row.ts'
import { manyReports, overloadServer } from './overload.ts'
import { recoverFromArchive } from './recovery.ts'
import type { FaultPart } from './report.ts'
import { slowClients } from './slow-clients.ts'
import { soak } from './soak.ts'
import { twoProcesses } from './two-processes.ts'
import { upgradeUnderLoad } from './upgrade.ts'

export const parts: readonly FaultPart[] = [
  { name: 'C1', title: 'The server is killed while tills award, beside its database', run: killServer(false) },
  { name: 'C1e', title: 'The server is killed with its embedded database while tills award', run: killServer(true) },
  { name: 'C2', title: 'A backend of PostgreSQL is killed', run: killBackend },
  { name: 'C3', title: 'PostgreSQL is stopped at once and started later', run: stopAndStart },
  { name: 'C4', title: 'PostgreSQL is frozen', run: freezePostgres },
  { name: 'C5', title: 'The network to the database does its worst', run: networkFaults },
  { name: 'C6', title: 'The disk of the database is full', run: diskFull },
  { name: 'C7', title: 'SIGTERM with sixty calls in flight', run: endServer },
  { name: 'C8', title: 'A second process on the same data folder', run: startSecondProcess },
  { name: 'C9', title: 'The end of the log is damaged', run: damageWal },
  { name: 'C10', title: 'A backup taken while tills sell is restored', run: backupDrill },
  { name: 'recovery', title: 'The machine of the database is destroyed while tills award', run: recoverFromArchive },
  { name: 'C11', title: 'The migration of a large older database is killed', run: killMigration },
  {
    name: 'upgrade',
    title: 'Two servers of the last release are upgraded in turn while tills award',
    run: upgradeUnderLoad,
  },
  { name: 'two', title: 'Two processes on one database', run: twoProcesses(false) },
  { name: 'pooler', title: 'Two processes through PgBouncer in transaction mode', run: twoProcesses(true) },
  { name: 'offline', title: 'Twenty tills sell and redeem without a connection', run: offlineTills },
  { name: 'import', title: 'The server is killed while it imports', run: killImport },
  {
    name: 'feed',
    title: 'A consumer of the event feed copies a company while it and the server are killed',
    run: rebuildFromFeed,
  },
  { name: 'failover', title: 'The primary of three Patroni hosts is killed while tills sell', run: runFailovers },
  { name: 'F1', title: 'Every call is fuzzed', run: fuzz },
  { name: 'F2', title: 'Nasty values in every field that can be written', run: sendProblematicValues },
  { name: 'F3', title: 'Content types and sizes', run: checkEntryPoints },
  { name: 'S1', title: 'Three hundred slow clients', run: slowClients },
  { name: 'S2', title: 'Twenty reports at a time', run: manyReports },
  { name: 'S3', title: 'Ten times the load that can be served', run: overloadServer },
  { name: 'S4', title: 'Two hundred calls for one row, and after a start', run: simultaneousCalls },
  { name: 'S5', title: 'The largest body of every call, and exports of many rows', run: largestBodies },
  { name: 'C14', title: 'Half of that load for half an hour', run: soak },
]
