import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryOnce, waitUntil } from '../world.ts'
import { type DatabaseCluster, HA_ROOT, NETWORK, PASSWORD } from './cluster.ts'
import { logOf, startInRoot } from './database-node.ts'

// PgBouncer and HAProxy between the program and the hosts, with the files of deploy/ha, as on a machine of the application.

const READY_MS = 30_000

const readFile = (name: string) => readFileSync(join('deploy/ha', name), 'utf8').replaceAll('10.0.0', () => NETWORK)
const writeInRoot = (path: string, text: string) => writeFileSync(join(HA_ROOT, path), text)

/** Starts both in the network of this machine. Returns the URL of the database through them. */
export async function startProxies(cluster: DatabaseCluster, logFolder: string) {
  ;(await cluster.primary()).psql(
    readFile('pgbouncer.sql').replaceAll("'…'", () => `'${PASSWORD}'`),
    'carat',
  )
  writeInRoot('etc/haproxy/haproxy.cfg', readFile('haproxy.cfg'))
  writeInRoot('etc/pgbouncer/pgbouncer.ini', readFile('pgbouncer.ini'))
  writeInRoot('etc/pgbouncer/userlist.txt', `"pgbouncer" "${PASSWORD}"\n`)
  const start = (user: string, program: string, ...args: string[]) =>
    startInRoot(HA_ROOT, [program, ...args], { user, log: logOf(logFolder, 'application', program) })
  // As the services of Debian start them.
  const children = [
    start('root', '/usr/sbin/haproxy', '-W', '-f', '/etc/haproxy/haproxy.cfg'),
    start('postgres', '/usr/sbin/pgbouncer', '/etc/pgbouncer/pgbouncer.ini'),
  ]
  process.once('exit', () => {
    for (const child of children) child.kill('SIGTERM')
  })
  const url = `postgres://carat:${PASSWORD}@127.0.0.1:6432/carat?target_session_attrs=read-write`
  const ready = await waitUntil(async () => (await queryOnce(url, 'select')).length === 1, READY_MS, 100)
  if (!Number.isFinite(ready)) throw new Error(`PgBouncer does not answer: see ${logFolder}`)
  return {
    url,
    async close() {
      await Promise.all(
        children
          .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
          .map((child) => {
            const ended = once(child, 'exit')
            child.kill('SIGTERM')
            return ended
          }),
      )
    },
  }
}
